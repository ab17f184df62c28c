// The part of the gateway's status that `up` shows, read from whatever version answers.
import { recordsIn } from '@sallyport/protocol';
import type { CommandContext } from '../context.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';

export interface GatewayStatus {
  readonly browsers: readonly { readonly tools: number }[];
  readonly agents: readonly { readonly calls: number }[];
}

/** Undefined while no gateway answers. */
export async function readStatus(context: Pick<CommandContext, 'machine' | 'now'>): Promise<GatewayStatus | undefined> {
  try {
    const status = await withRunningGateway(context, (control) => control.request('status'));
    if (status === undefined) return undefined;
    return {
      browsers: recordsIn(status.browsers).map(({ tools }) => ({ tools: Number(tools) })),
      agents: recordsIn(status.agents).map(({ calls }) => ({ calls: Number(calls) })),
    };
  } catch {
    // It went while we asked; the next look finds the one that follows.
    return undefined;
  }
}

/** For the end of `up`: a gateway without agents goes with it; one that serves an agent is the agent's. */
export async function dismissIdleGateway(context: Pick<CommandContext, 'machine' | 'now'>): Promise<void> {
  const status = await readStatus(context);
  if (status === undefined || status.agents.length > 0) return;
  await withRunningGateway(context, (control) => control.request('stop')).catch(() => {});
}
