// How a command is put into a terminal: as it is, or through a script file where the shell does not report its end.

export type ShellKind = 'posix' | 'powershell' | 'cmd' | 'unknown';

const kinds: Readonly<Record<string, ShellKind>> = {
  bash: 'posix',
  zsh: 'posix',
  sh: 'posix',
  dash: 'posix',
  ksh: 'posix',
  gitbash: 'posix',
  pwsh: 'powershell',
  powershell: 'powershell',
  cmd: 'cmd',
};

export function shellKindOf(shell: string | undefined): ShellKind {
  return kinds[shell?.toLowerCase() ?? ''] ?? 'unknown';
}

/** What a terminal's line discipline takes in one go; longer ones are cut without a word. */
const LINE_MAX_CHARS = 1000;

/**
 * Keys and marks that nobody sees in a question, and that a terminal obeys instead of passing them on: Ctrl+U drops the line before
 * it, a lone carriage return runs it; signs that turn the direction of text, or have no width and no use, hide what is there.
 */
export function hasControlCharacters(command: string): boolean {
  return /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u.test(
    command.replaceAll('\r\n', '\n'),
  );
}

/**
 * Typed into an interactive shell these never end, end the shell, or become something else: several lines, here documents,
 * a job in the background, quotes left open, comments, `exit`, a tab, which completes names, and `!`, which is history there.
 */
export function needsScript(command: string): boolean {
  if (/[\n\t]/.test(command) || command.length > LINE_MAX_CHARS) return true;
  if (/<<|&\s*$|^\s*#|!|\b(?:exit|exec|logout|return)\b/.test(command)) return true;
  return !hasClosedQuotes(command);
}

/** What runs the script in a shell of its own. `quoted` for that shell. */
export function scriptLine(kind: ShellKind, shell: string | undefined, file: string): string | undefined {
  switch (kind) {
    case 'posix':
      return `${shell === 'zsh' ? 'zsh' : shell === 'bash' || shell === 'gitbash' ? 'bash' : 'sh'} ${quotePosix(file)}`;
    case 'powershell':
      // Most Windows machines refuse to run script files otherwise.
      return `${shell} -NoProfile -ExecutionPolicy Bypass -File '${file.replaceAll("'", "''")}'`;
    case 'cmd':
      return `call "${file}"`;
    case 'unknown':
      return undefined;
  }
}

export function scriptExtension(kind: ShellKind): string {
  return kind === 'powershell' ? '.ps1' : kind === 'cmd' ? '.cmd' : '.sh';
}

/** Windows PowerShell takes a script for one of the old code pages unless a byte order mark says what it is. */
export function scriptText(kind: ShellKind, command: string): string {
  return `${kind === 'powershell' ? '\uFEFF' : ''}${command}\n`;
}

export function quotePosix(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function hasClosedQuotes(command: string): boolean {
  let open = '';
  for (let at = 0; at < command.length; at += 1) {
    const char = command[at] ?? '';
    if (char === '\\' && open !== "'") at += 1;
    else if (open === '' && (char === "'" || char === '"' || char === '`')) open = char;
    else if (char === open) open = '';
  }
  return open === '' && !/(?:^|[^\\])(?:\\\\)*\\$/.test(command);
}
