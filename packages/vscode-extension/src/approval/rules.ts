// Remembered answers about commands: exactly this line, or everything that begins with these words, and nothing beside it.
import { isRecord } from '@sallyport/protocol';
import { readPlainCommands } from './shell-words.ts';

export type CommandRule =
  | { readonly kind: 'exact'; readonly command: string; readonly cwd: string }
  | { readonly kind: 'prefix'; readonly words: readonly string[] };

/** Whether rules allow the line. A line that is not plain is allowed by an exact rule alone. */
export function isAllowed(command: string, cwd: string, rules: readonly CommandRule[], isPosix: boolean): boolean {
  if (rules.some((rule) => rule.kind === 'exact' && rule.command === command && rule.cwd === cwd)) return true;
  const plain = isPosix ? readPlainCommands(command) : undefined;
  if (plain === undefined) return false;
  const prefixes = rules.flatMap((rule) => (rule.kind === 'prefix' ? [rule.words] : []));
  return plain.every((words) => !words.some(isFarReaching) && prefixes.some((prefix) => beginsWith(words, prefix)));
}

/**
 * The rule by prefix that may be offered for a line: its program and subcommand. None for a line of several commands, nor for
 * programs that run what their arguments say or write where they say, since such a prefix would allow everything.
 */
export function offeredPrefix(command: string): readonly string[] | undefined {
  const plain = readPlainCommands(command);
  const [words, ...more] = plain ?? [];
  const program = words?.[0];
  if (words === undefined || program === undefined || more.length > 0 || words.some(isFarReaching)) return undefined;
  if (program.includes('/') || isRunner(program)) return undefined;
  const subcommand = words[1];
  if (!WITH_SUBCOMMANDS.has(program)) return [program];
  if (subcommand === undefined || !/^[a-z][a-z0-9:-]*$/.test(subcommand)) return undefined;
  // `yarn node` and `uv run python` are the other program.
  if (RUNNING_SUBCOMMANDS.has(subcommand) || isRunner(subcommand)) return undefined;
  if (subcommand !== 'run' && subcommand !== 'run-script') return [program, subcommand];
  const script = words[2];
  return script === undefined || script.startsWith('-') || isRunner(script) ? undefined : [program, subcommand, script];
}

/** With a version or without: `python3.12` is python. */
function isRunner(word: string): boolean {
  return RUNNERS.has(word) || RUNNERS.has(word.replace(/[-\d.]+$/, ''));
}

const RUNNERS = new Set(
  // Shells, and the words by which shells run others.
  (
    'sh bash zsh dash ash ksh csh tcsh fish nu pwsh powershell cmd busybox toybox eval exec source . command builtin alias coproc ' +
    'function trap if then elif else while until do for select case time ' +
    // What runs the program that its arguments name.
    'env sudo doas su xargs find fd parallel timeout nohup nice ionice chrt taskset stdbuf unbuffer setsid setarch chroot unshare ' +
    'nsenter flock watch entr strace ltrace gdb lldb valgrind perf script expect screen tmux at batch crontab systemd-run ssh ' +
    'npx pnpx bunx uvx pipx make gmake just rake ninja open xdg-open osascript ' +
    // Languages.
    'node nodejs deno bun tsx ts-node python pypy ipython ruby irb perl php lua awk gawk mawk nawk sed tclsh wish java jshell scala ' +
    'groovy julia Rscript R ghci sqlite psql mysql ' +
    // What writes, takes away or fetches whatever is named.
    'rm rmdir mv cp ln install tee dd truncate shred split sort patch tar zip unzip rsync scp sftp ftp chmod chown chgrp mount kill ' +
    'pkill killall curl wget nc ncat socat git-receive-pack ' +
    // Whose keys open a shell.
    'vi vim nvim view emacs nano ed ex less more man'
  ).split(' '),
);
const WITH_SUBCOMMANDS = new Set(
  'git npm pnpm yarn cargo go docker podman kubectl dotnet gh pip uv poetry pdm bundle terraform'.split(' '),
);
/** They run a program that is named after them, bring foreign code, or reach beyond this machine. */
const RUNNING_SUBCOMMANDS = new Set(
  (
    'exec x dlx config alias push install add tool create init publish explore bisect submodule rebase difftool mergetool ' +
    'filter-branch clone daemon hook'
  ).split(' '),
);

/**
 * An option by which nearly every program can be made to run or to write something else: `git grep --open-files-in-pager=…`,
 * `git log --output=…`, `go test -exec …`, `rg --pre …`. No prefix speaks for it, nor for its name cut short.
 */
function isFarReaching(word: string): boolean {
  if (/^-O./.test(word) || word.startsWith('ext::')) return true;
  const name = /^--?([A-Za-z][A-Za-z0-9-]*)/.exec(word)?.[1];
  return name !== undefined && FAR_REACHING.some((full) => full === name || (name.length > 3 && full.startsWith(name)));
}

const FAR_REACHING = (
  'exec exec-path execdir toolexec vettool upload-pack receive-pack output outputFile output-file open-files-in-pager ext-diff ' +
  'textconv pre hostname-bin compress-program use-compress-program script-shell node-options config config-file require import ' +
  'loader experimental-loader plugin plugins runner rcfile init-file eval prefix shell pager editor rsh overwrite in-place ' +
  'globalSetup setupFiles rulesdir'
).split(' ');

function beginsWith(words: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length > 0 && prefix.every((word, index) => words[index] === word);
}

/** What was stored by us, or by an older version; anything else is passed over. */
export function parseRules(stored: unknown): CommandRule[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((value: unknown): CommandRule[] => {
    if (!isRecord(value)) return [];
    const { kind, command, cwd, words } = value;
    if (kind === 'exact' && typeof command === 'string' && typeof cwd === 'string') return [{ kind, command, cwd }];
    const isWords = Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string');
    return kind === 'prefix' && isWords ? [{ kind, words }] : [];
  });
}
