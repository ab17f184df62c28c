// What seed 002, the VS Code extension, promises of its seven tools and their guards.
import type { Section } from './section.ts';

export const seed002Tools = [
  {
    section: 'MCP tools',
    area: 'editor',
    promises: {
      'S2-seven-tools': {
        behaviour:
          'The door lists `write_file`, `apply_diff`, `execute_command`, `read_file`, `list_files`, `search_files` and `get_diagnostics`.',
        note: 'Further tools of ours stand beside them.',
      },
    },
  },
  {
    section: 'MCP tools: write_file',
    area: 'editor',
    promises: {
      'S2-write-params': '`write_file` takes `path` and `content`, both required strings.',
      'S2-write-review':
        '`write_file` opens a diff with the original on the left, read-only, and the proposal on the right, editable, and waits for the user to accept or reject.',
      'S2-write-accepted':
        'Accepted, `write_file` answers `{status: "accepted", path, operation}` and the file has the accepted text.',
      'S2-write-operation': '`operation` is `created` for a file that did not exist and `modified` for one that did.',
      'S2-write-user-edits': {
        behaviour:
          '`user_edits` is a unified diff from the proposal to what the user accepted, and is absent when the user changed nothing.',
        note: 'What a formatter changed at save is told apart, in `format_edits`.',
      },
      'S2-write-new-diagnostics':
        '`new_diagnostics` has the problems that appeared after the save, and is absent when there are none.',
      'S2-write-rejected': {
        behaviour:
          'Rejected, `write_file` answers `{status: "rejected", path}`, which is no error, and the file is as before.',
        note: 'A note of the user may come with it as `note`.',
      },
      'S2-write-outside': {
        behaviour:
          'For a path outside the workspace `write_file` answers the error `File is outside workspace boundary` with that `path`.',
        note: 'Errors add `code` and `hint` and set `isError`.',
      },
    },
  },
  {
    section: 'MCP tools: apply_diff',
    area: 'editor',
    promises: {
      'S2-diff-params': '`apply_diff` takes `path` and `diff`, both required strings.',
      'S2-diff-blocks':
        'A block is `<<<<<<< SEARCH`, the text to find, `=======`, the text to put there, `>>>>>>> REPLACE`; a diff may have many.',
      'S2-diff-existing-file': '`apply_diff` edits files that exist and answers an error for one that does not.',
      'S2-diff-exact': 'A search text must match at exactly one place, white space included.',
      'S2-diff-not-found':
        'A search text that matches nowhere gives the error `Search block not found` with the text of that block.',
      'S2-diff-ambiguous':
        'A search text that matches N places gives the error `Search block is ambiguous (N matches found)`.',
      'S2-diff-sequential': 'Blocks are applied from top to bottom, each on the result of the one before.',
      'S2-diff-partial': {
        behaviour:
          'When some blocks fail the others are proposed and the answer is a success with `partial: true` and `failed_blocks`, their numbers from 0.',
        note: 'Blocks after a failed one are still tried, all failed is an error, and `atomic: true` applies all or none.',
      },
      'S2-diff-responses':
        'The accepted, rejected and error answers of `apply_diff` have the form of those of `write_file`, and the change passes the same review.',
    },
  },
  {
    section: 'MCP tools: execute_command',
    area: 'editor',
    promises: {
      'S2-exec-params': '`execute_command` takes `command`, a required string, and `cwd`, an optional one.',
      'S2-exec-captured':
        'With shell integration `execute_command` answers `exit_code`, `output`, `cwd` and `output_captured: true`.',
      'S2-exec-not-captured': {
        behaviour:
          'Without shell integration `execute_command` answers `exit_code: null`, `cwd`, `output_captured: false` and the output `Command sent to terminal. Output capture unavailable — shell integration is not active.`',
        note: 'In sh, bash, dash, ksh, zsh and fish a script captures the output all the same; this is for other shells.',
      },
      'S2-exec-rejected': 'Rejected, `execute_command` answers `{status: "rejected", command}` and nothing runs.',
    },
  },
  {
    section: 'MCP tools: read_file',
    area: 'editor',
    promises: {
      'S2-read-params':
        '`read_file` takes `path`, a required string, and the optional numbers `offset`, which counts lines from 1, and `limit`.',
      'S2-read-limit': 'Without `limit` `read_file` returns at most 2,000 lines.',
      'S2-read-format': {
        behaviour: 'Each line comes as `line_number | content`, and `total_lines` says how many the file has.',
        note: 'The text of every answer names its other facts first; `message` says what to do next where there is something.',
      },
      'S2-read-errors':
        '`read_file` answers an error for a path outside the workspace, for a file that does not exist and for a binary file.',
    },
  },
  {
    section: 'MCP tools: list_files',
    area: 'editor',
    promises: {
      'S2-list-params':
        '`list_files` takes `path`, a required string, and `recursive`, an optional boolean that is false by default.',
      'S2-list-format': '`list_files` returns one entry per line, and directories end with `/`.',
      'S2-list-cap': '`list_files` returns at most 500 entries, with `truncated: true` only when there were more.',
    },
  },
  {
    section: 'MCP tools: search_files',
    area: 'editor',
    promises: {
      'S2-search-params':
        '`search_files` takes `path` and `regex`, both required strings, and `file_pattern`, an optional glob that narrows the files.',
      'S2-search-format': 'Matches come grouped by file, with line numbers and one line of context on either side.',
      'S2-search-cap': '`search_files` returns at most 300 results.',
    },
  },
  {
    section: 'MCP tools: get_diagnostics',
    area: 'editor',
    promises: {
      'S2-diag-params': '`get_diagnostics` takes an optional `path` and without it reports on the whole workspace.',
      'S2-diag-format': 'Each problem is one line `[severity] file:line — message`.',
      'S2-diag-severity': 'The answer of `get_diagnostics` can be narrowed to chosen severities.',
    },
  },
  {
    section: 'Path safety',
    area: 'editor',
    promises: {
      'S2-path-relative': 'A relative path is resolved against the first workspace folder.',
      'S2-path-real': {
        behaviour: 'Symlinks are resolved before the boundary is checked.',
        note: "Workspace folders are resolved too; the seed's comparison fails where a root itself is a link.",
      },
      'S2-path-all-roots': 'A path is inside when it is a workspace folder or lies below one, whichever of several.',
      'S2-path-prefix': 'A sibling whose name merely begins like a workspace folder is outside.',
      'S2-path-message': {
        behaviour:
          'All file tools refuse an outside path with `File is outside workspace boundary` and the path as given.',
        note: 'The seed has a second wording in its helper; the text of its tool section wins.',
      },
      'S2-path-new-file': {
        behaviour: 'For a file that does not exist yet the parent directory is resolved and must be inside.',
        note: 'Ours takes the nearest parent that exists; the seed trusts an unresolved path when the parent is missing too.',
      },
    },
  },
  {
    section: 'Terminal',
    area: 'editor',
    promises: {
      'S2-term-visible': {
        behaviour:
          'Commands run in a visible integrated terminal named `Sallyport`, with an icon, in the wanted directory.',
        note: 'The name is ours.',
      },
      'S2-term-reuse': {
        behaviour:
          'A terminal is used again for a command with the same working directory, but never one that is busy.',
        note: 'The seed would type into a running program.',
      },
      'S2-term-wait': 'Shell integration is waited for at most 5 s, looking every 100 ms.',
      'S2-term-integrated': 'With shell integration the command runs through it, and its output is read as it comes.',
      'S2-term-send-text': {
        behaviour:
          'Without shell integration the command is typed into the terminal and the answer has its fixed form.',
        note: 'In shells for which a script can capture the output, the line that runs the script is typed.',
      },
      'S2-term-clean': 'Output has neither ANSI escape codes nor the marks of shell integration.',
      'S2-term-exit-code': 'The exit code is the one that VS Code reports for the end of that command, zero or not.',
    },
  },
  {
    section: 'Approval',
    area: 'editor',
    promises: {
      'S2-approval-writes': {
        behaviour:
          'A write is approved in the diff itself, with Accept and Reject that block nothing else in the editor.',
        note: 'The controls are lasting title buttons and a list; the notification is only a hint, since it goes away.',
      },
      'S2-approval-commands': {
        behaviour: 'Before a command runs the user sees its text and chooses Run or Reject.',
        note: 'Ours is a view that shows the whole text and never takes the focus, where the seed shows a warning message.',
      },
      'S2-approval-write-only': {
        behaviour: 'In the mode `write-only` writes and commands ask, and reads do not.',
        note: 'The seed names the mode without defining it; whatever can change something asks.',
      },
      'S2-approval-always': 'In the mode `always` reads ask too.',
      'S2-approval-never': {
        behaviour: 'In the mode `never` nothing asks.',
        note: 'The status bar says so.',
      },
    },
  },
] as const satisfies readonly Section[];
