// The last net: every result and every error that leaves for an agent is searched for secrets that were typed by name.
import { isRecord, toWireError } from '@sallyport/protocol';
import type { Method } from '../../base/call.ts';
import type { SecretSites } from './secret-sites.ts';

/** What is caught is not sent, and the browser is locked to agents. */
export function behindSecretNet(
  methods: Readonly<Record<string, Method>>,
  sites: Pick<SecretSites, 'requireClean' | 'requireUnlocked'>,
): Record<string, Method> {
  return Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, netted(method, sites)]));
}

function netted(method: Method, sites: Pick<SecretSites, 'requireClean' | 'requireUnlocked'>): Method {
  return async (params, call) => {
    sites.requireUnlocked();
    let result: unknown;
    try {
      result = await method(params, call);
    } catch (thrown) {
      sites.requireClean(() => JSON.stringify(toWireError(thrown)));
      throw thrown;
    }
    sites.requireClean(() => JSON.stringify(result, withoutPictures) ?? '');
    return result;
  };
}

/** Their bytes cannot be searched, and pictures are refused where a secret is. */
function withoutPictures(_: string, value: unknown): unknown {
  const isPicture = isRecord(value) && (value.kind === 'image' || value.type === 'image');
  return isPicture ? undefined : value;
}
