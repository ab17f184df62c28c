// The recorded environment: what a gateway that a browser started is given, since browsers know nothing of a shell's PATH.

export type Variables = Readonly<Record<string, string>>;

/** Above this an environment is not one that a shell made; most stay below 10 KiB. */
const MAX_ENVIRONMENT_BYTES = 256 * 1024;

/** What belongs to one terminal, or to us, and would be wrong or stale in another process. */
const momentary =
  /^(_|PWD|OLDPWD|SHLVL|TERM|TERM_\w+|COLORTERM|COLUMNS|LINES|WINDOWID|TTY|GPG_TTY|SSH_TTY|SSH_CLIENT|SSH_CONNECTION|XDG_SESSION_ID|STARSHIP_\w+|NODE_OPTIONS|NODE_ENV|INIT_CWD|npm_\w+|VITEST\w*|SALLYPORT_\w+)$/;

/** The lasting part of an environment, in a stable order so that equal ones are equal files. */
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
