// How Windows starts a program that may be a script, such as `npx`: through cmd.exe, with every argument escaped.

export interface StartLine {
  readonly command: string;
  readonly args: readonly string[];
  /** The arguments are quoted already; Node must not quote them again. */
  readonly isVerbatim: boolean;
}

const SHELL_SIGNS = /[()%!^"<>&|;, *?[\]`]/g;

/** Other systems start scripts directly. */
export function startLineOf(
  command: string,
  args: readonly string[],
  platform: NodeJS.Platform,
  shell = 'cmd.exe',
): StartLine {
  if (platform !== 'win32' || /\.(exe|com)$/i.test(command)) return { command, args, isVerbatim: false };
  const line = [command.replaceAll(SHELL_SIGNS, '^$&'), ...args.map(quoted)].join(' ');
  return { command: shell, args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true };
}

/**
 * Parsed twice: by the shell, whose special characters need carets, and by the program's runtime, which reads backslashes
 * before a quote as escapes. Scripts pass their arguments through the shell again, hence the second round of carets.
 */
function quoted(arg: string): string {
  const whole = `"${arg.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
  return whole.replaceAll(SHELL_SIGNS, '^$&').replaceAll(SHELL_SIGNS, '^$&');
}
