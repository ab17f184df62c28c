// On a remote host the shim reads the files that a call names: the gateway is on another computer and has no such paths.
import { posix, win32 } from 'node:path';
import { fileTools, withContents } from '@sallyport/gateway/uploads';
import { isRecord, type JsonObject } from '@sallyport/protocol';

const PREFIX = 'browser__';

export interface UploadRequest {
  readonly id: string | number;
  readonly message: Record<string, unknown>;
  readonly params: Record<string, unknown>;
  readonly tool: string;
  readonly args: JsonObject;
}

/** Undefined for any message that names no file. */
export function readUpload(message: unknown): UploadRequest | undefined {
  if (!isRecord(message) || message.method !== 'tools/call' || !isRecord(message.params)) return undefined;
  const { id, params } = message;
  const { name, arguments: args } = params;
  const tool = typeof name === 'string' && name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
  if (!fileTools.has(tool) || !isRecord(args) || !Array.isArray(args.files)) return undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const hasPath = args.files.some((file) => isRecord(file) && typeof file.path === 'string');
  return hasPath ? { id, message, params, tool, args } : undefined;
}

/**
 * The same request with contents in place of paths: below `cwd` alone, up to the size that the gateway allows. Other absolute
 * paths are left to the gateway, which has what tools saved for the agent.
 */
export async function withFiles(
  { message, params, tool, args }: UploadRequest,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): Promise<object> {
  const caller = { id: '', name: '', session: '', remembered: false, cwd };
  const { signal } = new AbortController();
  const read = await withContents({ home, isElsewhere: isAbsolute }, { tool, args, caller }, { signal });
  return { ...message, params: { ...params, arguments: read } };
}

/** The user's computer may have another system. */
function isAbsolute(path: string): boolean {
  return posix.isAbsolute(path) || win32.isAbsolute(path);
}
