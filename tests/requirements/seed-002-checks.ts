// What seed 002, the VS Code extension, promises in its failure matrix and its verification plan.
import type { Section } from './section.ts';

export const seed002Checks = [
  {
    section: 'Failure mode matrix',
    area: 'editor',
    promises: {
      'S2-fail-port-in-use':
        'When the port is taken the server starts on a port that the OS assigns, and log, status bar and config have that port.',
      'S2-fail-no-workspace': 'Without a workspace file tools answer the error `No workspace folder open`.',
      'S2-fail-binary': 'A null byte in the first 8 KB makes a file binary, and `read_file` answers an error.',
      'S2-fail-outside': 'A path outside the workspace gets a clear error, and the file is not accessed.',
      'S2-fail-symlink': 'A symlink inside the workspace that leads outside is refused.',
      'S2-fail-permission': "When the system denies access the error has the system's message.",
      'S2-fail-no-shell-integration': {
        behaviour: 'A command without shell integration answers `output_captured: false` and says why.',
        note: 'Where no script can capture its output.',
      },
      'S2-fail-malformed-config':
        'A `~/.claude.json` that is no JSON is left byte for byte as it is, with a warning in the output channel.',
      'S2-fail-unclean-disconnect': 'The session of a client that vanished is closed after 30 minutes.',
      'S2-fail-concurrent-edits': {
        behaviour: 'An edit that waits more than 60 s for another one of the same file answers an error.',
        note: 'The error is structured and names the open review.',
      },
      'S2-fail-diff-not-found': 'An `apply_diff` whose search text is nowhere answers an error with that text.',
      'S2-fail-diff-ambiguous': {
        behaviour: 'An `apply_diff` whose search text is ambiguous answers an error with the number of matches.',
        note: 'The matrix has a shorter wording; that of the tool section wins.',
      },
      'S2-fail-diff-partial':
        'An `apply_diff` of which a part fails applies the rest and answers `partial: true` and the failed blocks.',
      'S2-fail-closed-diff': 'A diff that the user closes without a choice counts as rejected.',
    },
  },
  {
    section: 'Verification plan',
    area: 'editor',
    promises: {
      'S2-verify-01-build': {
        behaviour:
          '`npm run build` makes the bundle `dist/extension.js` of the extension, without VS Code itself in it, and no error.',
        note: 'And a `sallyport.vsix` from it.',
      },
      'S2-verify-02-status-bar': {
        behaviour: 'Installed in a real VS Code, the extension shows `Sallyport: :5765` in the status bar.',
        note: 'The name is ours.',
      },
      'S2-verify-03-config': {
        behaviour: 'After installation `~/.claude.json` has the entry `sallyport-editor`.',
        note: 'The name is ours.',
      },
      'S2-verify-04-connects': 'An MCP client that uses this entry connects and sees the tools.',
      'S2-verify-05-read-file': '`read_file` returns content with line numbers from a real VS Code.',
      'S2-verify-06-list-files': '`list_files` returns the listing of a directory.',
      'S2-verify-07-search-files': '`search_files` returns the matches of a regular expression.',
      'S2-verify-08-diagnostics': '`get_diagnostics` returns the problems that VS Code shows.',
      'S2-verify-09-write-accept':
        '`write_file`, an edit by hand on the right side, then Accept: the file is saved and the edit is in the answer.',
      'S2-verify-10-write-reject': '`write_file`, then Reject: the file is what it was.',
      'S2-verify-11-apply-diff': '`apply_diff` shows its diff, and Accept saves the replaced text.',
      'S2-verify-12-command': '`execute_command` runs in a visible terminal and answers output and exit code.',
      'S2-verify-13-format': {
        behaviour:
          '`write_file` with badly formatted code, then Accept: the saved file is formatted, and the answer shows the formatted content.',
        note: 'As the diff `format_edits`.',
      },
      'S2-verify-14-traversal': '`read_file` of `../../etc/passwd` is refused.',
      'S2-verify-15-two-windows':
        'A second VS Code window finds the port taken and works on another, beside the first.',
      'S2-verify-16-fallback': {
        behaviour: 'A real terminal without shell integration gives the answer of fixed form.',
        note: 'Where no script can capture the output.',
      },
    },
  },
] as const satisfies readonly Section[];
