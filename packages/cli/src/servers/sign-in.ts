// sallyport servers login and logout: the gateway signs in and keeps the tokens; the browser is opened from here.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { noSuchEntry, openConfigFile } from '@sallyport/gateway';
import { locateFolders } from '@sallyport/native-host/run-directory';
import { isRecord, type JsonObject, limits, SallyportError } from '@sallyport/protocol';
import type { CommandFrame } from '../context.ts';
import { withGateway } from '../gateway/from-frame.ts';
import { describeServers } from './list.ts';

/** Longer than the gateway's deadline, because a server starts before and after the sign-in. */
const LOGIN_MS = limits.signIn.loginMs + 2 * limits.server.startMs;
const LOGOUT_MS = limits.server.startMs;

export async function runLogin(name: string, { open }: { readonly open: boolean }, frame: CommandFrame): Promise<void> {
  const { output } = frame;
  const entry = entryOf(name, frame);
  const onAddress = ({ address }: JsonObject) => {
    if (typeof address !== 'string') return;
    output.note(`Sign in to ${entry} in your browser:\n  ${address}\nWaiting for up to five minutes; Ctrl+C cancels.`);
    if (open && isBrowsable(address)) frame.openAddress(address);
  };
  const answer = await withGateway(frame, (control) => {
    const login = control.request('servers.login', { name: entry }, { timeoutMs: LOGIN_MS, onNotification: onAddress });
    return Promise.race([login, interrupted(frame)]);
  });
  const server = isRecord(answer.server) ? answer.server : {};
  // A sign-in that the server does not accept is a failure.
  if (server.state !== 'running') frame.setExitCode(1);
  output.result({ signedIn: entry, server }, () => `Signed in to ${entry}.\n${describeServers([server])}`);
}

export async function runLogout(name: string, frame: CommandFrame): Promise<void> {
  const entry = entryOf(name, frame);
  const { wasSignedIn, isRevoked } = await withGateway(frame, (control) =>
    control.request('servers.logout', { name: entry }, { timeoutMs: LOGOUT_MS }),
  );
  frame.output.result({ signedOut: entry, wasSignedIn, isRevoked }, () => {
    if (wasSignedIn !== true) return `You were not signed in to ${entry}.`;
    const there = isRevoked === true ? 'and revoked there' : 'but not revoked there';
    return `Signed out of ${entry}: its tokens are deleted here ${there}.`;
  });
}

/** For a server about to be removed. Starts no gateway if nobody ever signed in. */
export async function forgetSignIn(name: string, frame: CommandFrame): Promise<void> {
  const file = openConfigFile(frame.machine);
  const entry = file.find(name) ?? name;
  const url = file.entries.get(entry)?.url;
  const sharers = [...file.entries.values()].filter((other) => url !== undefined && other.url === url);
  if (sharers.length !== 1 || !existsSync(join(locateFolders(frame.machine).data, 'sign-ins.json'))) return;
  try {
    const params = { name: entry, isLeaving: true };
    await withGateway(frame, (control) => control.request('servers.logout', params, { timeoutMs: LOGOUT_MS }));
  } catch (thrown) {
    if (!(thrown instanceof SallyportError)) throw thrown;
    // An invalid entry, or one with its own token, has no sign-in.
    if (thrown.code !== 'ERR_INPUT_INVALID') frame.output.note(`Could not sign out of it: ${thrown.message}`);
  }
}

function entryOf(name: string, { machine }: CommandFrame): string {
  const file = openConfigFile(machine);
  const found = file.find(name);
  if (found === undefined) throw noSuchEntry(name, file);
  return found;
}

/** Rejecting closes the connection, and the gateway cancels its requests. */
async function interrupted({ untilInterrupted }: CommandFrame): Promise<never> {
  await untilInterrupted();
  throw new SallyportError('ERR_CANCELLED', 'The sign-in was cancelled.', { hint: 'You are not signed in.' });
}

/** Only web addresses are opened, never programs, files or scripts. */
function isBrowsable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isHere = /^(127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?localhost)$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}
