// Run: the editor as one app, however many VS Code windows are open. A call goes to the window of its agent.
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

/** A window that can be called, as `status` shows it. */
export interface LinkedEditor {
  readonly id: string;
  /** For people: its folders. */
  readonly name: string;
  readonly version: string;
  readonly pid: number;
  readonly tools: number;
}

/** A run's hour of agents; the oldest choice goes first, and whoever made it chooses again. */
const REMEMBERED_SESSIONS = 1024;

export class EditorApp implements App {
  readonly id = 'editor';
  /** A person decides, which may take any time. It bounds its own work, and says `pending` to whoever hears no progress. */
  readonly callTime = { timeoutMs: limits.agent.hardCapMs, capMs: Number.POSITIVE_INFINITY };
  readonly #options: EditorAppOptions;
  readonly #windows = new Set<EditorWindow>();
  /** By session, the name of the window that it chose: a window that is reloaded keeps its folders. */
  readonly #choices = new BoundedMap<string, string>(REMEMBERED_SESSIONS);
  readonly #listeners = new Listeners();
  /** What the last windows declared, so that a list does not empty while one is reloaded. */
  #lastTools: readonly ToolDeclaration[] | undefined;

  constructor(options: EditorAppOptions) {
    this.#options = options;
  }

  /** Takes a window that was greeted, until it closes. */
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

  /** Those that answer now. */
  async editors(): Promise<readonly LinkedEditor[]> {
    await this.#sweep();
    return this.#living.map(describe);
  }

  async listTools(): Promise<readonly ToolDeclaration[]> {
    const windows = this.#living;
    // Of a tool that several windows have, the one of the newest is shown.
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

  /** What an agent chose is never overruled, not even by where it works. */
  async #windowOf(caller: AppCall['caller']): Promise<EditorWindow> {
    const known = this.#find(caller);
    if (known !== undefined) return known;
    // Nobody is to choose among windows of which some are gone.
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

  /** Oldest first, whichever was dialled first. */
  get #living(): readonly EditorWindow[] {
    return [...this.#windows]
      .filter(({ isClosed }) => !isClosed)
      .sort((a, b) => a.record.startedAt.localeCompare(b.record.startedAt));
  }
}

function describe({ id, name, record, tools }: EditorWindow): LinkedEditor {
  return { id, name, version: record.version, pid: record.pid, tools: tools.length };
}
