// Connects a command to the running gateway, or to one started for it.
import { join } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import type { CommandContext } from '../context.ts';
import { GATEWAY_BUNDLE } from '../install/wanted.ts';
import { type ControlClient, openControl } from './control-client.ts';
import { findGateway, type GatewayConnection, reachGateway } from './reach.ts';

type GatewayContext = Pick<CommandContext, 'machine' | 'now' | 'node' | 'bundles'>;

export function reachFrom({ machine, now, node, bundles }: GatewayContext): Promise<GatewayConnection> {
  return reachGateway({ machine, now, startCommand: [node.path, join(bundles, GATEWAY_BUNDLE)] });
}

/** Starts a gateway when there is none. */
export async function withGateway<T>(context: GatewayContext, use: (control: ControlClient) => Promise<T>): Promise<T> {
  return useAndClose(await reachFrom(context), use);
}

/** Undefined when no gateway is running. */
export async function withRunningGateway<T>(
  { machine }: Pick<GatewayContext, 'machine'>,
  use: (control: ControlClient) => Promise<T>,
): Promise<T | undefined> {
  const reached = await findGateway(machine);
  return reached === undefined ? undefined : useAndClose(reached, use);
}

async function useAndClose<T>(reached: GatewayConnection, use: (control: ControlClient) => Promise<T>): Promise<T> {
  const control = openControl(reached);
  try {
    return await use(control);
  } finally {
    await control.close();
  }
}

export function notRunning(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'No gateway is running.', {
    hint: 'It starts when an agent needs it; "sallyport serve" starts one here.',
  });
}
