// Run: all open VS Code windows as one app. A call goes to its agent's window.
import {
  type App,
  type AppCall,
  BoundedMap,
  type CallOptions,
  type CallResult,
  Listeners,
  limits,
  type Reply,
  type ToolDeclaration,
} from '@sallyport/protocol';
import { readChoice, showChoices } from '../choice.ts';
import { mustChoose, noSuchWindow, noWindow, WINDOW_TOOL, windowAt, windowTool } from './editor-choice.ts';
import { type EditorWindow, realPathOf, windowIsGone } from './editor-window.ts';

export interface EditorAppOptions {
  readonly platform: NodeJS.Platform;
  readonly onArrival?: (window: LinkedEditor) => void;
  readonly onDeparture?: (window: LinkedEditor) => void;
}

/** A connected window, as `status` shows it. */
export interface LinkedEditor {
  readonly id: string;
  /** Its folders. */
  readonly name: string;
  readonly version: string;
  readonly pid: number;
  readonly tools: number;
}

/** When it is full the oldest choice is dropped, and that agent chooses again. */
const REMEMBERED_SESSIONS = 1024;

export class EditorApp implements App {
  readonly id = 'editor';
  /** Uncapped, because a person decides. The editor bounds its own work, and answers `pending` to agents without progress. */
  readonly callTime = { timeoutMs: limits.agent.hardCapMs, capMs: Number.POSITIVE_INFINITY };
  readonly #options: EditorAppOptions;
  readonly #windows = new Set<EditorWindow>();
  /** By session, the name of the chosen window: a reloaded window keeps its folders, so its name. */
  readonly #choices = new BoundedMap<string, string>(REMEMBERED_SESSIONS);
  readonly #listeners = new Listeners();
  /** The last declared tools: the list is not empty while a window reloads. */
  #lastTools: readonly ToolDeclaration[] | undefined;

  constructor(options: EditorAppOptions) {
    this.#options = options;
  }

  /** Takes an open window until it closes. */
  attach(window: EditorWindow): void {
    this.#windows.add(window);
    this.#options.onArrival?.(describe(window));
    window.closed
      .then(() => {
        this.#windows.delete(window);
        this.#options.onDeparture?.(describe(window));
        this.#listeners.tell();
      })
      .catch(() => {});
    this.#listeners.tell();
  }

  /** The windows that answer now. */
  async editors(): Promise<readonly LinkedEditor[]> {
    await this.#sweep();
    return this.#living.map(describe);
  }

  async listTools(): Promise<readonly ToolDeclaration[]> {
    const windows = this.#living;
    // When several windows have a tool, the newest window's declaration wins.
    const byName = new Map(windows.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool])));
    if (windows.length > 0) this.#lastTools = [...byName.values(), ...(windows.length > 1 ? [windowTool] : [])];
    if (this.#lastTools === undefined) throw noWindow();
    return this.#lastTools;
  }

  async callTool(call: AppCall, options: CallOptions): Promise<CallResult> {
    if (call.tool === WINDOW_TOOL) return this.#answerChoice(call);
    return (await this.#windowOf(call.caller)).call(call, options);
  }

  onToolsChanged(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all([...this.#windows].map((window) => window.close()));
  }

  async #answerChoice({ caller, args }: AppCall): Promise<Reply> {
    await this.#sweep();
    const windows = this.#living;
    const names = windows.map(({ name }) => name);
    const choice = readChoice(WINDOW_TOOL, args);
    if (choice !== undefined) {
      const wanted = windows.findLast(({ name }) => name === choice) ?? this.#at(choice);
      if (wanted === undefined) throw noSuchWindow(names);
      this.#choices.set(caller.session, wanted.name);
    }
    return showChoices(WINDOW_TOOL, names, this.#find(caller)?.name);
  }

  /** An agent's choice is never overruled, not even by its working directory. */
  async #windowOf(caller: AppCall['caller']): Promise<EditorWindow> {
    const known = this.#find(caller);
    if (known !== undefined) return known;
    // An agent must not be asked to choose among windows that are gone.
    await this.#sweep();
    const found = this.#find(caller);
    if (found !== undefined) return found;
    const chosen = this.#choices.get(caller.session);
    if (chosen !== undefined) throw windowIsGone(chosen);
    const names = this.#living.map(({ name }) => name);
    throw names.length === 0 ? noWindow() : mustChoose(names, caller.cwd);
  }

  #find({ session, cwd }: AppCall['caller']): EditorWindow | undefined {
    const windows = this.#living;
    const chosen = this.#choices.get(session);
    if (chosen !== undefined) return windows.findLast(({ name }) => name === chosen);
    const [only, ...others] = windows;
    return (cwd === undefined ? undefined : this.#at(cwd)) ?? (others.length === 0 ? only : undefined);
  }

  #at(path: string): EditorWindow | undefined {
    return windowAt(this.#living, [path, realPathOf(path)], this.#options.platform);
  }

  async #sweep(): Promise<void> {
    await Promise.all(this.#living.map((window) => window.closeIfDead()));
  }

  /** Oldest first, by start time. */
  get #living(): readonly EditorWindow[] {
    return [...this.#windows]
      .filter(({ isClosed }) => !isClosed)
      .sort((a, b) => a.record.startedAt.localeCompare(b.record.startedAt));
  }
}

function describe({ id, name, record, tools }: EditorWindow): LinkedEditor {
  return { id, name, version: record.version, pid: record.pid, tools: tools.length };
}
