// A VS Code window without VS Code: the extension's own door, offer and record, with tools that a test directs.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { readMachine } from '@sallyport/native-host/run-directory';
import { createFence, ours } from '@sallyport/protocol';
import type { AnyTool } from '@sallyport/protocol/tool';
import { AskingCalls } from '../../packages/vscode-extension/src/approval/asking-calls.ts';
import { windowCloses } from '../../packages/vscode-extension/src/closing.ts';
import { openEditorDoor } from '../../packages/vscode-extension/src/door/editor-door.ts';
import {
  type Caller,
  createEditorOffer,
  type EditorOfferOptions,
} from '../../packages/vscode-extension/src/door/editor-offer.ts';
import { openWindowRecord, type WindowRecord } from '../../packages/vscode-extension/src/door/window-record.ts';
import type { ToolContext } from '../../packages/vscode-extension/src/tools/context.ts';

export interface FakeWindow {
  readonly url: string;
  /** Calls that reached its tools: who made them, and what they were. */
  readonly calls: { readonly caller: Caller; readonly tool: string; readonly text: string }[];
  /** Calls of `hang` that are under way. */
  readonly hanging: Set<AbortSignal>;
  openFolders(folders: readonly string[]): void;
  /** As when the user closes it. */
  close(): Promise<void>;
  /** As when its extension host is killed: the record stays. */
  die(): Promise<void>;
}

export interface FakeWindowOptions {
  /** SALLYPORT_HOME. */
  readonly home: string;
  readonly folders: readonly string[];
  readonly onEnd?: EditorOfferOptions['onEnd'];
}

const windowToken = 'e'.repeat(64);

export async function openFakeWindow({ home, folders, onEnd }: FakeWindowOptions): Promise<FakeWindow> {
  const calls: FakeWindow['calls'] = [];
  const hanging = new Set<AbortSignal>();
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const says = (name: string, effect: 'read' | 'write'): AnyTool<ToolContext> => ({
    name,
    description: `Takes a text (${effect}).`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    effect,
    async call(args, { agent, onProgress, signal }) {
      const text = String(Object(args).text);
      calls.push({ caller: callers.get(agent.id) ?? { ...agent, isDirect: false }, tool: name, text });
      if (text === 'hang') {
        onProgress?.({ progress: 1, message: 'hanging' });
        hanging.add(signal);
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }
      const facts = { window: folders[0] ?? '', text: onProgress === undefined ? text : `${text}, followed` };
      return { facts, parts: [ours(JSON.stringify(facts))] };
    },
  });
  const callers = new Map<string, Caller>();
  const offerOptions: EditorOfferOptions = {
    tools: [says('look', 'read'), says('write', 'write')],
    // The tools above use nothing else of it.
    contextFor: ({ caller, signal, onProgress }) => ({ agent: caller, signal, onProgress }) as unknown as ToolContext,
    asking: new AskingCalls(),
    admit: async ({ caller }) => void callers.set(caller.id, caller),
    createId: () => randomBytes(16).toString('hex'),
    fence: createFence(randomBytes),
    now: Date.now,
    onFault: (thrown) => console.error(thrown),
    onEnd: onEnd ?? (() => {}),
  };
  let record: WindowRecord | undefined;
  const door = await openEditorDoor({
    port: 0,
    token: windowToken,
    gatewayToken: () => record?.token,
    requiresToken: () => true,
    offerTo: (caller) => createEditorOffer(offerOptions, caller),
    isAwaited: () => false,
    now: Date.now,
    onFault: (thrown) => console.error(thrown),
    onSessions: () => {},
    onLost: () => {},
  });
  // Nobody opens two windows in one millisecond, by which they are ordered.
  await delay(2);
  const machine = { ...readMachine(), env: { SALLYPORT_HOME: home } };
  record = openWindowRecord({
    machine,
    random: randomBytes,
    pid: process.pid,
    isAlive: () => true,
    startedAt: new Date().toISOString(),
    port: door.port,
    folders,
  });
  return {
    url: `http://127.0.0.1:${door.port}/mcp`,
    calls,
    hanging,
    openFolders: (opened) => record?.update(opened),
    close: async () => {
      record?.close();
      await door.close(windowCloses());
    },
    die: () => door.close(),
  };
}
