// Checks each remote host: its entry, its key, the version of its shim, and its link.
import type { Remote } from '@sallyport/gateway';
import { type JsonObject, PRODUCT_VERSION, recordsIn } from '@sallyport/protocol';
import { openAgentStore } from '../commands/agent-store.ts';
import type { CommandContext } from '../context.ts';
import { openRemoteStore } from '../remote/remote-store.ts';
import { broken, type Check, idle, sound } from './check.ts';
import { fromThrown } from './set-up-checks.ts';

/** Without a status, there is no gateway that could hold the links. */
export function checkRemotes(context: CommandContext, status: JsonObject | undefined): Check[] {
  try {
    const remotes = openRemoteStore(context).list();
    if (remotes.length === 0) return [];
    const agents = new Set(
      openAgentStore(context)
        .list()
        .map(({ id }) => id),
    );
    return remotes.map((remote) => checkRemote(remote, agents.has(remote.agentId), status));
  } catch (thrown) {
    return [fromThrown('remote hosts', 'remotes-damaged', thrown)];
  }
}

function checkRemote({ name, host, version }: Remote, isKeyKnown: boolean, status: JsonObject | undefined): Check {
  const title = `remote ${name}`;
  const add = `Run "sallyport remote add ${host}" again.`;
  if (!isKeyKnown) return broken(title, 'remote-key-unknown', `The key of ${name} was revoked.`, add, name);
  if (status === undefined) {
    const detail = `No gateway is running, so agents on ${name} have no link.`;
    return broken(
      title,
      'remote-no-gateway',
      detail,
      `${add} It starts the gateway; "sallyport serve" does too.`,
      name,
    );
  }
  const link = recordsIn(status.remotes).find((other) => other.name === name);
  // A gateway that has just started, by a ping of a client for one.
  if (link?.state === 'connecting') return idle(title, `connecting through ssh ${host}`);
  if (link?.state !== 'up') {
    const why = typeof link?.problem === 'string' ? link.problem : 'the gateway does not hold it.';
    const fix = `Run "ssh -o BatchMode=yes ${host} true" to see why ssh fails. The link is tried again at least every minute.`;
    return broken(title, 'remote-down', `The link is down: ${why}`, fix, name);
  }
  if (version !== PRODUCT_VERSION) {
    const detail = `Its shim is version ${version}, but this is ${PRODUCT_VERSION}.`;
    return broken(title, 'remote-old', detail, add, name);
  }
  return sound(title, `connected through ssh ${host}`);
}
