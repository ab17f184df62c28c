// The result of one check of the doctor, and the codes by which findings are named.

/** Every code, with the heading that docs/troubleshooting.md has for it. */
export const findingCodes = {
  'node-old': 'Node.js is too old',
  'bundles-missing': 'Built files are missing',
  'config-invalid': 'config.json has a wrong value',
  'agents-damaged': 'The keys of agents cannot be read',
  'stops-damaged': 'The list of stopped agents cannot be read',
  'run-directory-unsafe': 'The run directory cannot be used',
  'install-record-damaged': 'The record of the installation cannot be read',
  'nothing-set-up': 'Nothing is set up',
  'browser-setup-missing': 'Files of the browser set-up are missing',
  'browser-setup-different': 'Files of the browser set-up are of another version',
  'browser-setup-foreign': 'Another program has the native host',
  'client-file-unreadable': "A client's file cannot be changed",
  'client-program-gone': 'A client starts a program that is gone',
  'client-key-unknown': "A client's key is unknown",
  'client-ping-failed': 'A client gets no answer',
  'agent-stopped': 'An agent is stopped',
  'gateway-held': 'The gateway is kept down',
  'gateway-hung': 'The gateway does not answer',
  'gateway-old': 'The gateway is of another version',
  'host-dead': 'A native host does not answer',
  'host-old': 'A native host is of another version',
  'link-missing': 'The gateway is not connected to a browser',
  'extension-without-tools': 'The extension offers no tools',
  'site-access-missing': 'The extension may not access websites',
  'browser-frozen': 'A browser does not answer',
  'agents-paused': 'All agents are paused',
  'question-waiting': 'A question waits for you',
  'editor-dead': 'A VS Code window does not answer',
  'editor-unlinked': 'The gateway is not connected to a VS Code window',
  'server-failed': 'An MCP server does not run',
  'server-signed-out': 'An MCP server requires a sign-in',
  'remotes-damaged': 'The list of remote hosts cannot be read',
  'remote-key-unknown': 'The key of a remote host is unknown',
  'remote-no-gateway': 'A remote host has no gateway to connect to',
  'remote-down': 'The link to a remote host is down',
  'remote-old': 'The shim on a remote host is of another version',
  'http-port-taken': 'Another program has the HTTP port',
  'check-failed': 'A check could not be made',
} as const;

export type FindingCode = keyof typeof findingCodes;

export interface Check {
  readonly name: string;
  /** `idle`: not running or not set up, and nothing is wrong with that. `waiting`: the user decided that it does not run. */
  readonly state: 'sound' | 'idle' | 'waiting' | 'broken';
  readonly detail: string;
  readonly code?: FindingCode;
  readonly fix?: string;
  /** What `--fix` can act on: the name of a server, client or agent. */
  readonly subject?: string;
}

/** What a connected browser may still lack. */
export const GIVE_SITE_ACCESS =
  'In the extension settings of the browser, allow Sallyport on all sites: under "Permissions" in Firefox, under "Site access" in others.';

/** A gateway starts again when an agent needs it. */
export const RESTART = 'Run "sallyport stop"; it starts again when an agent needs it.';

export function sound(name: string, detail: string): Check {
  return { name, state: 'sound', detail };
}

export function idle(name: string, detail: string): Check {
  return { name, state: 'idle', detail };
}

export function broken(name: string, code: FindingCode, detail: string, fix?: string, subject?: string): Check {
  return { name, state: 'broken', code, detail, fix, subject };
}

/** Whether agents cannot do something that is set up. */
export function isFinding({ state }: Check): boolean {
  return state === 'broken' || state === 'waiting';
}
