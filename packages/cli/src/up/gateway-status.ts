// The part of the gateway's status that `up` shows, read from whatever version answers.
import { isRecord } from '@sallyport/protocol';
import type { CommandContext } from '../context.ts';
import { withLivingGateway } from '../gateway/from-frame.ts';

export interface GatewayStatus {
  readonly browsers: readonly { readonly tools: number }[];
  readonly agents: readonly { readonly calls: number }[];
}

/** Undefined while no gateway answers. */
export async function readStatus(ground: Pick<CommandContext, 'machine' | 'now'>): Promise<GatewayStatus | undefined> {
  try {
    const status = await withLivingGateway(ground, (control) => control.request('status'));
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

function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
