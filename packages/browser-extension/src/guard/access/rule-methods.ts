// The gateway's own requests about the user's decisions: the command line lists them and takes them back. Agents get neither.
import { isRecord, SallyportError } from '@sallyport/protocol';
import type { CallScope, Method } from '../../base/call.ts';
import type { SiteRules } from './rules.ts';

/** The native host gives this id to calls that the gateway makes for no agent; nobody else can have it. */
const GATEWAY = 'gateway';

export function ruleMethods(rules: SiteRules, onChange: () => void): Record<string, Method> {
  return {
    list_site_rules: async (_, { agent }) => {
      requireGateway(agent);
      return { rules: rules.listAll() };
    },
    remove_site_rules: async (params, { agent }) => {
      requireGateway(agent);
      const { rules: ids } = isRecord(params) ? params : {};
      const wanted = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
      const removed: string[] = [];
      for (const id of wanted) if ((await rules.remove(id)) !== undefined) removed.push(id);
      onChange();
      return { removed };
    },
  };
}

function requireGateway({ id }: CallScope['agent']): void {
  if (id === GATEWAY) return;
  throw new SallyportError('ERR_PERMISSION_DENIED', 'Only the gateway may see or change what the user decided.');
}
