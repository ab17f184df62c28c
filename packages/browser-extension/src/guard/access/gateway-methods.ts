// The gateway's own requests: what the user decided is listed and taken back, and all agents are paused. Agents get none of them.
import { isRecord, SallyportError } from '@sallyport/protocol';
import type { CallScope, Method } from '../../base/call.ts';
import type { Gate } from './gate.ts';
import type { SiteRules } from './rules.ts';
import type { StateRules } from './state-rules.ts';

/** The native host gives this id to calls that the gateway makes for no agent; nobody else can have it. */
const GATEWAY = 'gateway';

export interface GatewayMethodsOptions {
  readonly rules: Pick<SiteRules, 'listAll'>;
  readonly state: Pick<StateRules, 'list'>;
  /** Returns what was removed. */
  readonly removeRule: (id: string) => Promise<object | undefined>;
  readonly gate: Pick<Gate, 'isPaused' | 'pause' | 'resumeAll'>;
  /** The panel shows what was changed. */
  readonly onChange: () => void;
}

export function gatewayMethods({
  rules,
  state,
  removeRule,
  gate,
  onChange,
}: GatewayMethodsOptions): Record<string, Method> {
  return {
    list_site_rules: async (_, { agent }) => {
      requireGateway(agent);
      return { rules: [...rules.listAll(), ...state.list().map(({ session: _, ...rule }) => rule)] };
    },
    remove_site_rules: async (params, { agent }) => {
      requireGateway(agent);
      const { rules: ids } = isRecord(params) ? params : {};
      const wanted = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
      const removed: string[] = [];
      for (const id of wanted) if ((await removeRule(id)) !== undefined) removed.push(id);
      onChange();
      return { removed };
    },
    set_paused: async (params, { agent }) => {
      requireGateway(agent);
      const isPaused = isRecord(params) && params.paused === true;
      if (isPaused !== gate.isPaused) await (isPaused ? gate.pause() : gate.resumeAll());
      onChange();
      return {};
    },
  };
}

function requireGateway({ id }: CallScope['agent']): void {
  if (id === GATEWAY) return;
  throw new SallyportError('ERR_PERMISSION_DENIED', 'Only the gateway itself may ask for this.');
}
