// On a remote host the shim reads the files of an upload: the gateway is on another computer and has no such paths.
import { withContents } from '@sallyport/gateway/uploads';
import { isRecord, type JsonObject } from '@sallyport/protocol';

const UPLOAD = 'browser__upload';

export interface UploadRequest {
  readonly id: string | number;
  readonly message: Record<string, unknown>;
  readonly params: Record<string, unknown>;
  readonly args: JsonObject;
}

/** Undefined for any message that names no file. */
export function readUpload(message: unknown): UploadRequest | undefined {
  if (!isRecord(message) || message.method !== 'tools/call' || !isRecord(message.params)) return undefined;
  const { id, params } = message;
  const { name, arguments: args } = params;
  if (name !== UPLOAD || !isRecord(args) || !Array.isArray(args.files)) return undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const hasPath = args.files.some((file) => isRecord(file) && typeof file.path === 'string');
  return hasPath ? { id, message, params, args } : undefined;
}

/** The same request with contents in place of paths: below `cwd` alone, up to the size that the gateway allows. */
export async function withFiles(
  { message, params, args }: UploadRequest,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): Promise<object> {
  const caller = { id: '', name: '', session: '', remembered: false, cwd };
  const { signal } = new AbortController();
  const read = await withContents({ home }, { args, caller }, { signal });
  return { ...message, params: { ...params, arguments: read } };
}
