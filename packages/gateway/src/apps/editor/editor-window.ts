// Run: one VS Code window, reached through its own MCP door: its tools, and calls that name their agent.
import { realpathSync } from 'node:fs';
import { metaKeys, sessionless } from '@sallyport/mcp-door';
import { type AppRecord, probeSocket } from '@sallyport/native-host/run-directory';
import {
  type AppCall,
  type CallOptions,
  isRecord,
  type JsonObject,
  limits,
  type Relayed,
  SallyportError,
  type ToolDeclaration,
  toWireAgent,
  UNKNOWN_OUTCOME_HINT,
} from '@sallyport/protocol';
import { type Connection, openConnection } from '../servers/connection.ts';
import { httpWire } from '../servers/http-wire.ts';
import { parseToolList } from '../tool-list.ts';

export class EditorWindow {
  readonly #connection: Connection;
  #record: AppRecord;
  #folders: readonly Folder[];
  #tools: readonly ToolDeclaration[] = [];

  constructor(record: AppRecord, connection: Connection) {
    this.#connection = connection;
    this.#record = record;
    this.#folders = foldersOf(record);
  }

  get id(): string {
    return this.#record.id;
  }

  /** Its folders, or its address when it has none. */
  get name(): string {
    const shown = this.#folders.map(({ path }) => path).join(', ');
    return shown === '' ? `no folder, ${this.#record.socket}` : shown;
  }

  get record(): AppRecord {
    return this.#record;
  }

  /** As the window names them, each with its real path. */
  get folders(): readonly Folder[] {
    return this.#folders;
  }

  get tools(): readonly ToolDeclaration[] {
    return this.#tools;
  }

  get isClosed(): boolean {
    return this.#connection.isClosed;
  }

  get closed(): Promise<unknown> {
    return this.#connection.closed;
  }

  /** The window's record changed: folders were opened or closed. */
  renew(record: AppRecord): void {
    this.#record = record;
    this.#folders = foldersOf(record);
  }

  async learnTools(): Promise<void> {
    const declared = await this.#connection.listTools(AbortSignal.timeout(limits.gateway.helloMs));
    const tools = parseToolList({ tools: declared.map(withEffect) });
    // A door without token checks accepts another window's token too, but gives effects to the gateway alone.
    if (tools.some(({ effect }) => effect === undefined)) throw unknownHere();
    this.#tools = tools;
  }

  /** Rejects with which window went and whether the call may have had an effect. */
  async call({ tool, args, caller, meta }: AppCall, options: CallOptions): Promise<Relayed> {
    const _meta = { ...meta, [metaKeys.agent]: toWireAgent(caller) };
    // To an agent without progress the editor answers `pending` before its client gives up.
    const { onProgress: _, ...unfollowed } = options;
    try {
      const { content, structuredContent, isError } = await this.#connection.call(
        'tools/call',
        { name: tool, arguments: args, _meta },
        options.isFollowed === false ? unfollowed : options,
      );
      return {
        relayed: {
          content,
          ...(structuredContent === undefined ? {} : { structuredContent }),
          ...(isError === true ? { isError } : {}),
        },
      };
    } catch (thrown) {
      if (!isBroken(thrown)) throw thrown;
      // The next call must not use the broken connection; a living window is dialled again.
      await this.closeIfDead();
      throw this.#explain(thrown, tool);
    }
  }

  /** A killed window sends no close: its connection breaks at the next use, but its door is gone at once. */
  async closeIfDead(): Promise<void> {
    if ((await probeSocket(this.#record.socket)) !== 'alive') await this.close();
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  #explain(thrown: SallyportError, tool: string): SallyportError {
    if (thrown.data?.outcome === 'not_run') return windowIsGone(this.name);
    const isRead = this.#tools.some(({ name, effect }) => name === tool && effect === 'read');
    return new SallyportError(
      'ERR_SERVER_UNAVAILABLE',
      `The VS Code window (${this.name}) went away during the call.`,
      {
        hint: isRead ? 'Nothing was changed; call again when it is back.' : UNKNOWN_OUTCOME_HINT,
        data: { window: this.name, ...(isRead ? {} : { outcome: 'unknown' }) },
        cause: thrown,
      },
    );
  }
}

export interface Folder {
  readonly path: string;
  readonly realPath: string;
}

/** Greets the window and learns its tools. */
export async function openEditorWindow(record: AppRecord, token: string): Promise<EditorWindow> {
  let opened: EditorWindow | undefined;
  const connection = await openConnection(
    {
      openWire: httpWire({ kind: 'http', url: record.socket, headers: { authorization: `Bearer ${token}` } }),
      // Requests are independent, so one connection serves all agents and nothing is shared between them.
      revisions: sessionless,
      asksBack: false,
      onAsksBack: () => {},
      onToolsChanged: () => void opened?.learnTools().catch(() => {}),
      onNotification: () => {},
    },
    AbortSignal.timeout(limits.gateway.helloMs),
  );
  opened = new EditorWindow(record, connection);
  try {
    await opened.learnTools();
    return opened;
  } catch (thrown) {
    await opened.close();
    throw thrown;
  }
}

export function windowIsGone(name: string): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', `The VS Code window (${name}) has closed.`, {
    hint: 'Open the folder in VS Code again. The call has not run.',
    data: { window: name, outcome: 'not_run' },
  });
}

function isBroken(thrown: unknown): thrown is SallyportError {
  return thrown instanceof SallyportError && thrown.code === 'ERR_SERVER_UNAVAILABLE';
}

function unknownHere(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'VS Code rejected the token of the gateway.', {
    data: { status: 401 },
  });
}

/** The door gives the gateway the exact effect, which MCP's annotations cannot express. */
function withEffect({ foreign, ...declaration }: ToolDeclaration): JsonObject {
  return { ...declaration, effect: isRecord(foreign?._meta) ? foreign._meta[metaKeys.effect] : undefined };
}

function foldersOf({ folders }: AppRecord): readonly Folder[] {
  const paths = Array.isArray(folders) ? folders.filter((path) => typeof path === 'string') : [];
  return paths.map((path) => ({ path, realPath: realPathOf(path) }));
}

/** A linked folder counts by its real path, as a working directory does. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // It is gone, or cannot be read.
  }
}
