// sallyport remote add: puts the shim and a key on the host, writes the host down, and waits for its link.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Minted,
  probeArguments,
  type Remote,
  requireFolder,
  requireHost,
  requireSockets,
  setUpArguments,
} from '@sallyport/gateway';
import { createId } from '@sallyport/native-host/run-directory';
import { type JsonObject, PRODUCT_VERSION, recordsIn, SallyportError } from '@sallyport/protocol';
import { openAgentStore } from '../commands/agent-store.ts';
import type { CommandFrame } from '../context.ts';
import type { ControlClient } from '../gateway/control-client.ts';
import { withGateway } from '../gateway/from-frame.ts';
import { SHIM_BUNDLE } from '../install/wanted.ts';
import { openRemoteStore } from './remote-store.ts';
import { runSsh } from './run-ssh.ts';

/** A person may have to type a passphrase. */
const SSH_MS = 120_000;
const LINK_MS = 30_000;
const POLL_MS = 200;

export async function addRemote(host: string, frame: CommandFrame): Promise<void> {
  const { machine, output, randomBytes } = frame;
  const { env } = machine;
  requireSockets(machine.platform);
  requireHost(host);
  output.line(`Connecting to ${host} with ssh…`);
  const place = readPlace(await runSsh({ args: probeArguments(host), env, timeoutMs: SSH_MS }));
  const store = openRemoteStore(frame);
  const known = store.find(host);
  const id = known?.id ?? createId(randomBytes);
  const name = known?.name ?? nameOf(host);
  const { agent, key } = keyFor(frame, name, known);
  const remote: Remote = { id, host, name, agentId: agent.id, folder: place.folder, version: PRODUCT_VERSION };
  const input = Buffer.concat([Buffer.from(`${key}\n`), readFileSync(join(frame.bundles, SHIM_BUNDLE))]);
  try {
    await runSsh({ args: setUpArguments(remote), env, input, timeoutMs: SSH_MS });
  } catch (thrown) {
    // Nobody has the key of a host that was never set up; without this, its name would be taken.
    if (known === undefined) openAgentStore(frame).revoke(agent.id);
    throw thrown;
  }
  store.put(remote);
  const link = await withGateway(frame, async (control) => {
    await control.request('remotes.changed', {}, { timeoutMs: LINK_MS });
    return untilUp(control, name);
  });
  const entry = { command: place.node ?? 'node', args: [`${place.folder}/${SHIM_BUNDLE}`] };
  if (link.state !== 'up') frame.setExitCode(1);
  output.result({ name, host, folder: place.folder, state: link.state, problem: link.problem, entry }, () =>
    [
      link.state === 'up'
        ? `${name} is connected. Agents there can use this computer while its gateway runs; their names end with "on ${name}".`
        : `${name} was added, but the link is not up: ${link.problem ?? 'it is still connecting'}. "sallyport doctor" checks it again.`,
      ...(place.node === undefined
        ? [`Node.js was not found on the PATH there: give its full path in place of "node".`]
        : []),
      `The entry for an MCP client on ${name}:`,
      `  ${JSON.stringify({ sallyport: entry })}`,
    ].join('\n'),
  );
}

/** Kept over a repeated `add`, with a new key: the old one is unknown here, and may have been lost there. */
function keyFor(frame: CommandFrame, name: string, known: Remote | undefined): Minted {
  const agents = openAgentStore(frame);
  const hasAgent = known !== undefined && agents.list().some((agent) => agent.id === known.agentId);
  return hasAgent ? agents.rotate(known.agentId) : agents.add(name);
}

/** `me@build.example.org` is `build.example.org`. */
function nameOf(host: string): string {
  return host
    .slice(host.lastIndexOf('@') + 1)
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '-')
    .slice(0, 64);
}

/** What the set-up script printed, among what the host's shell may print besides. */
function readPlace(text: string): { readonly folder: string; readonly node: string | undefined } {
  const said = (word: string) => new RegExp(`^sallyport-${word} (.+)$`, 'm').exec(text)?.[1]?.trim() || undefined;
  const folder = said('folder');
  if (folder === undefined) {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'The host did not say where its files go.', {
      hint: 'It needs a POSIX shell as "sh", and a home folder that is writable.',
    });
  }
  requireFolder(folder);
  const major = Number(/^v(\d+)/.exec(said('version') ?? '')?.[1] ?? 0);
  return { folder, node: major >= 20 ? said('node') : undefined };
}

async function untilUp(control: ControlClient, name: string): Promise<JsonObject> {
  const giveUpAt = performance.now() + LINK_MS;
  for (;;) {
    const { remotes } = await control.request('status');
    const link = recordsIn(remotes).find((remote) => remote.name === name) ?? { state: 'missing' };
    if (link.state === 'up' || performance.now() > giveUpAt) return link;
    await delay(POLL_MS);
  }
}
