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
    sites.requireClean(() => textOf(result));
    return result;
  };
}

/** All that can be searched. Files are base64 here, which hides what they wrote in another form, as a body of a request. */
function textOf(result: unknown): string {
  const files: string[] = [];
  const json = JSON.stringify(result, (_, value: unknown) => {
    if (!isRecord(value) || typeof value.data !== 'string') return value;
    if (value.kind === 'file' && TEXT_FILE.test(String(value.mimeType))) files.push(fromBase64(value.data));
    // The bytes of pictures cannot be searched, and they are refused where a secret is.
    const isPicture = value.kind === 'image' || value.type === 'image';
    return isPicture ? { ...value, data: '' } : value;
  });
  return [json ?? '', ...files].join('\n');
}

const TEXT_FILE = /^(text\/|application\/json)/;

function fromBase64(data: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)));
}
