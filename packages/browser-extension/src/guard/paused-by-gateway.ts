// The gateway's word that the user has paused all agents, or lets them go on.
import { isRecord } from '@sallyport/protocol';
import type { CallScope } from '../base/call.ts';
import type { SiteGuard } from './guard.ts';

/** No other program can speak for a remembered agent. */
export function pausedByGateway(guard: Pick<SiteGuard, 'gate' | 'apply'>) {
  return async (params: unknown, { agent }: CallScope): Promise<object> => {
    const { paused } = isRecord(params) ? params : {};
    if (!agent.remembered || paused === guard.gate.isPaused) return {};
    await guard.apply({ do: paused === true ? 'pause' : 'resumeAll' });
    return {};
  };
}
