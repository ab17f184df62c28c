// Remembers each server for the next start: its MCP revision, its tools, and whether it asks during calls.
import { createHash } from 'node:crypto';
import { readTextFile, replacePrivateFile } from '@sallyport/native-host/run-directory';
import { isRecord, type JsonObject, parseJson } from '@sallyport/protocol';
import type { ServerSpec } from './server-spec.ts';

export interface ServerFacts {
  /** The name of its MCP revision. */
  readonly revision?: string;
  readonly asksBack?: boolean;
  /** As the server declared them. */
  readonly tools?: readonly JsonObject[];
}

export interface ServerMemory {
  recall(spec: ServerSpec): ServerFacts;
  learn(spec: ServerSpec, facts: ServerFacts): void;
}

export interface ServerMemoryOptions {
  readonly path: string;
  readonly nonce: string;
  /** Called when the facts could not be written; they are learned again. */
  readonly onFault: (thrown: unknown) => void;
}

export function openServerMemory({ path, nonce, onFault }: ServerMemoryOptions): ServerMemory {
  const remembered = new Map(read(path));
  return {
    recall: (spec) => {
      const facts = remembered.get(spec.id);
      return facts?.of === digestOf(spec) ? facts : {};
    },
    learn(spec, facts) {
      const of = digestOf(spec);
      const before = remembered.get(spec.id);
      const after = { ...(before?.of === of ? before : {}), ...facts, of };
      if (JSON.stringify(before) === JSON.stringify(after)) return;
      remembered.set(spec.id, after);
      try {
        replacePrivateFile(path, JSON.stringify({ version: 1, servers: Object.fromEntries(remembered) }), nonce);
      } catch (thrown) {
        onFault(thrown);
      }
    },
  };
}

/** A changed command or URL is another server, so nothing is remembered for it. */
function digestOf({ transport }: ServerSpec): string {
  const identity = transport.kind === 'stdio' ? [transport.command, transport.args, transport.cwd] : [transport.url];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16);
}

/** A damaged file counts as empty: everything in it can be learned again. */
function read(path: string): readonly StoredFacts[] {
  const value = parseJson(readTextFile(path) ?? '');
  const servers = isRecord(value) && isRecord(value.servers) ? value.servers : {};
  return Object.entries(servers).flatMap(([id, facts]) => readFacts(id, facts));
}

type StoredFacts = [id: string, facts: ServerFacts & { readonly of: string }];

function readFacts(id: string, value: unknown): StoredFacts[] {
  if (!isRecord(value) || typeof value.of !== 'string') return [];
  const { of, era, revision = era, asksBack, tools } = value;
  const facts = {
    of,
    ...(typeof revision === 'string' ? { revision } : {}),
    ...(asksBack === true ? { asksBack } : {}),
    ...(Array.isArray(tools) ? { tools: tools.filter(isRecord) } : {}),
  };
  return [[id, facts]];
}
