// The part of the gateway's status that `up` shows.
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
    // It stopped meanwhile; the next poll finds its successor.
    return undefined;
  }
}

/** At the end of `up`: stops the gateway unless an agent uses it. */
export async function dismissIdleGateway(context: Pick<CommandContext, 'machine' | 'now'>): Promise<void> {
  const status = await readStatus(context);
  if (status === undefined || status.agents.length > 0) return;
  await withRunningGateway(context, (control) => control.request('stop')).catch(() => {});
}
