// Lists servers as the running gateway reports them, or else as config.json has them.
import { setTimeout as delay } from 'node:timers/promises';
import { idOf, openConfigFile, parseConfig } from '@sallyport/gateway';
import { readIfPresent } from '@sallyport/native-host/run-directory';
import { type JsonObject, recordsIn } from '@sallyport/protocol';
import { columns } from '../columns.ts';
import type { CommandFrame } from '../context.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';

type GatewayContext = Pick<CommandFrame, 'machine' | 'now'>;

export async function readServers(context: GatewayContext): Promise<readonly JsonObject[]> {
  const answer = await withRunningGateway(context, (control) => control.request('servers.list'));
  if (Array.isArray(answer?.servers)) return recordsIn(answer.servers);
  const { path } = openConfigFile(context.machine);
  const { servers, problems } = parseConfig(readIfPresent(path), path).servers;
  return [
    ...servers.map(({ id, name, isEnabled, transport }) => ({
      ...{ id, name, state: isEnabled ? 'no gateway' : 'disabled', transport: transport.kind },
    })),
    ...problems.map(({ name, problem }) => ({ id: name, name, state: 'failed', problem })),
  ];
}

/** How long a command waits for a new server to start or fail. */
const SETTLE_MS = 15_000;
const POLL_MS = 100;
const settledStates = ['running', 'failed', 'crashed', 'signed-out'];

/** The server once it has started or failed; undefined without a running gateway. */
export async function settledServer(name: string, context: GatewayContext): Promise<JsonObject | undefined> {
  return withRunningGateway(context, async (control) => {
    const giveUpAt = context.now() + SETTLE_MS;
    for (;;) {
      const { servers } = await control.request('servers.list');
      const found = recordsIn(servers).find(({ id }) => id === idOf(name));
      if (found !== undefined && settledStates.includes(String(found.state))) return found;
      if (context.now() > giveUpAt) return found ?? { id: idOf(name), name, state: 'unknown' };
      await delay(POLL_MS);
    }
  });
}

export function describeServers(servers: readonly JsonObject[]): string {
  if (servers.length === 0)
    return 'No servers yet. Add one with "sallyport servers add" or "sallyport servers import".';
  return columns([
    ['NAME', 'STATE', 'TRANSPORT', 'TOOLS', 'RESTARTS', ''],
    ...servers.map(({ id, state, transport, tools, restarts, problem }) =>
      [id, state, transport, tools, restarts, problem].map((cell) => (cell === undefined ? '' : String(cell))),
    ),
  ]);
}
