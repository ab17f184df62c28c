// The recorded environment for a gateway started by a browser, which does not have the shell's PATH.

export type Variables = Readonly<Record<string, string>>;

/** Most environments are below 10 KiB; a larger one does not come from a shell. */
const MAX_ENVIRONMENT_BYTES = 256 * 1024;

/** Variables of one terminal, or of Sallyport, which would be wrong in another process. */
const momentary =
  /^(_|PWD|OLDPWD|SHLVL|TERM|TERM_\w+|COLORTERM|COLUMNS|LINES|WINDOWID|TTY|GPG_TTY|SSH_TTY|SSH_CLIENT|SSH_CONNECTION|XDG_SESSION_ID|STARSHIP_\w+|NODE_OPTIONS|NODE_ENV|INIT_CWD|npm_\w+|VITEST\w*|SALLYPORT_\w+)$/;

/** The other variables, sorted, so that equal environments give equal files. */
export function lastingVariables(env: Readonly<Record<string, string | undefined>>): Variables {
  const lasting: Record<string, string> = {};
  for (const name of Object.keys(env).sort()) {
    const value = env[name];
    if (value !== undefined && !momentary.test(name)) lasting[name] = value;
  }
  return lasting;
}

export function renderEnvironment(variables: Variables): string {
  return `${JSON.stringify({ variables }, null, 2)}\n`;
}

export function isWithinBounds(variables: Variables): boolean {
  return Buffer.byteLength(renderEnvironment(variables)) <= MAX_ENVIRONMENT_BYTES;
}
