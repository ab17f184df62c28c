// How Windows starts a program that may be a script, such as `npx`: through its shell, with every argument kept whole.

export interface StartLine {
  readonly command: string;
  readonly args: readonly string[];
  /** The arguments are quoted already; Node must not do it again. */
  readonly isVerbatim: boolean;
}

const SHELL_SIGNS = /[()%!^"<>&|;, *?[\]`]/g;

/** Other systems start scripts by themselves. */
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
 * Read twice on its way: by the shell, which must see no sign of its own, and by the program's runtime, which takes
 * backslashes before a quote for escapes. Scripts hand their arguments through the shell once more, hence the second time.
 */
function quoted(arg: string): string {
  const whole = `"${arg.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
  return whole.replaceAll(SHELL_SIGNS, '^$&').replaceAll(SHELL_SIGNS, '^$&');
}
