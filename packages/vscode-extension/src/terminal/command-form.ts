// How a command is run in a terminal: directly, or through a script file where typing it would fail.

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

/** Operating system commands that terminals ignore, around a text that is shown but is not output. */
export const shownMarks = { start: '7771;sallyport-command', end: '7771;end' } as const;

/** The terminal's line discipline silently cuts longer lines. */
const LINE_MAX_CHARS = 1000;

/**
 * Characters that are invisible in a question but act in a terminal (Ctrl+U deletes the line, a carriage return runs it), and
 * bidirectional or zero-width characters, which hide text.
 */
export function hasControlCharacters(command: string): boolean {
  return /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u.test(
    command.replaceAll('\r\n', '\n'),
  );
}

/**
 * In an interactive shell these would never end, end the shell, or change meaning: several lines, here documents, background
 * jobs, open quotes, comments, `exit`, tabs (completion) and `!` (history).
 */
export function needsScript(command: string): boolean {
  if (/[\n\t]/.test(command) || command.length > LINE_MAX_CHARS) return true;
  if (/<<|&\s*$|^\s*#|!|\b(?:exit|exec|logout|return)\b/.test(command)) return true;
  return !hasClosedQuotes(command);
}

/** The command line that runs the script in its own shell. */
export function scriptLine(kind: ShellKind, shell: string | undefined, file: string): string | undefined {
  switch (kind) {
    case 'posix':
      return `${shell === 'zsh' ? 'zsh' : shell === 'bash' || shell === 'gitbash' ? 'bash' : 'sh'} ${quotePosix(file)}`;
    case 'powershell':
      // The default policy of Windows refuses scripts.
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

/**
 * Without a byte order mark, Windows PowerShell assumes a legacy code page. A POSIX script first shows the command to the user,
 * who would otherwise see only the name of a file; that is on its first line, so that line numbers in errors are right.
 */
export function scriptText(kind: ShellKind, command: string): string {
  if (kind === 'powershell') return `\uFEFF${command}\n`;
  return `${kind === 'posix' ? showCommand(command) : ''}${command}\n`;
}

function showCommand(command: string): string {
  const escaped = command.trimEnd().replaceAll('\\', '\\\\').replaceAll(/\r?\n/g, '\\n');
  const [start, end] = [shownMarks.start, shownMarks.end].map((mark) => `\\033]${mark}\\007`);
  return `printf '${start}%b\\n${end}' ${quotePosix(escaped)}; `;
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
