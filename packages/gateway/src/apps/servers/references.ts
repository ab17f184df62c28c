// `${env:NAME}` in a server's entry: resolved when the server starts, so config.json needs no secrets.
import { SallyportError } from '@sallyport/protocol';

export type Environment = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** If a variable is not set, throws an error with its name. */
export function resolveText(text: string, env: Environment): string {
  return text.replaceAll(REFERENCE, (_, name: string) => {
    const value = env[name];
    if (value !== undefined) return value;
    throw new SallyportError(
      'ERR_INPUT_INVALID',
      `The environment variable ${name} in this server's entry is not set.`,
      {
        hint: `Set ${name} in your shell's profile and run "sallyport install" again, or start the gateway where it is set.`,
        data: { outcome: 'not_run', variable: name },
      },
    );
  });
}

export function resolveTexts(texts: Readonly<Record<string, string>>, env: Environment): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, resolveText(text, env)]));
}

/** What programs need to run. Everything else must be named in the server's entry. */
const inherited = [
  ...['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TMPDIR', 'TZ'],
  // Windows.
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'],
  ...['PROGRAMFILES', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'TMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
];

export function environmentFor(own: Readonly<Record<string, string>>, env: Environment): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && inherited.includes(name.toUpperCase())) given[name] = value;
  }
  return { ...given, ...resolveTexts(own, env) };
}
