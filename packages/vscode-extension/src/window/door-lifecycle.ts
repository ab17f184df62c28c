// Opens and closes the door of a window, its record for the gateway, and its entry in Claude Code's config.
import type { HttpDoor, Offer } from '@sallyport/mcp-door';
import type { Machine, RandomBytes } from '@sallyport/native-host/run-directory';
import { windowCloses } from '../closing.ts';
import { putEntry, removeEntry } from '../door/agent-config.ts';
import { openEditorDoor } from '../door/editor-door.ts';
import type { Caller } from '../door/editor-offer.ts';
import { openWindowRecord, type WindowRecord } from '../door/window-record.ts';
import type { Settings } from './settings.ts';
import type { DoorState } from './status-item.ts';

export interface DoorLifecycleOptions {
  readonly settings: () => Settings;
  readonly token: string;
  readonly offerTo: (caller: Caller) => Offer;
  /** Whether the user has to decide on a review of this caller. */
  readonly isAwaited: (callerId: string) => boolean;
  /** This caller lost its connection while a call of it is in progress. */
  readonly onLost: (callerId: string) => void;
  readonly folders: () => readonly string[];
  /** Whether the user trusts the folders, whose code agents could run. */
  readonly isTrusted: () => boolean;
  /** Claude Code's config. */
  readonly configFile: string;
  readonly machine: Machine;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly log: { info(line: string): void; warn(line: string): void };
  readonly onFault: (thrown: unknown) => void;
  readonly onState: (state: DoorState) => void;
}

export class DoorLifecycle {
  readonly #options: DoorLifecycleOptions;
  #door: HttpDoor<{ id: string }> | undefined;
  #record: WindowRecord | undefined;
  /** Serialises starts and stops. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: DoorLifecycleOptions) {
    this.#options = options;
  }

  get state(): DoorState {
    if (this.#door === undefined) return { kind: 'off', ...(this.#options.isTrusted() ? {} : { waitsForTrust: true }) };
    return { kind: 'open', port: this.#door.port, sessions: this.#door.connectedCount };
  }

  /** Stays closed in an untrusted folder, and logs that. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#open());
  }

  /** The user now trusts the folders. */
  async trusted(): Promise<void> {
    if (this.#options.settings().autoStart) await this.start();
    else this.#options.onState(this.state);
  }

  /** Ends all sessions. Idempotent. */
  stop(): Promise<void> {
    return this.#inTurn(() => this.#close());
  }

  /** After a change of folders or settings. */
  refresh(): void {
    if (this.#door === undefined) return;
    this.#record?.update(this.#options.folders());
    this.#writeEntry(this.#door.port);
    this.#options.onState(this.state);
  }

  #inTurn(step: () => Promise<void>): Promise<void> {
    const next = this.#turn.then(step);
    this.#turn = next.catch(() => {});
    return next;
  }

  async #open(): Promise<void> {
    if (this.#door !== undefined) return;
    const { settings, log, onState, isTrusted } = this.#options;
    if (!isTrusted()) {
      log.warn('The MCP server does not start until you trust this folder.');
      onState(this.state);
      return;
    }
    const { port } = settings();
    const door = await openEditorDoor({
      ...this.#options,
      port,
      gatewayToken: () => this.#record?.token,
      requiresToken: () => settings().requireAuth,
      onSessions: () => onState(this.state),
    });
    this.#door = door;
    log.info(`The MCP server is listening at 127.0.0.1:${door.port}.`);
    if (port !== 0 && door.port !== port) log.warn(`Port ${port} is taken; the MCP server uses ${door.port} instead.`);
    this.#writeRecord(door.port);
    this.#writeEntry(door.port);
    onState(this.state);
  }

  async #close(): Promise<void> {
    const door = this.#door;
    if (door === undefined) return;
    this.#door = undefined;
    this.#record?.close();
    this.#record = undefined;
    // First, whatever becomes of the entry: agents wait for the answers to their calls.
    const closed = door.close(windowCloses());
    const { configFile, log, onState } = this.#options;
    try {
      const outcome = removeEntry(this.#entryAt(door.port));
      if (outcome === 'removed') log.info(`Removed the entry from ${configFile}.`);
    } catch (error) {
      log.warn(`The entry in ${configFile} could not be removed: ${reasonOf(error)}.`);
    }
    await closed;
    log.info('The MCP server is stopped.');
    onState(this.state);
  }

  /** Without the record everything works except the gateway's access. */
  #writeRecord(port: number): void {
    const { folders, now, log } = this.#options;
    try {
      const startedAt = new Date(now()).toISOString();
      this.#record = openWindowRecord({ ...this.#options, startedAt, port, folders: folders() });
    } catch (error) {
      log.warn(`The gateway cannot find this window: ${reasonOf(error)}.`);
    }
  }

  #entryAt(port: number) {
    const { configFile: file, folders, pid, random, now } = this.#options;
    return { file, port, project: folders()[0], pid, random, now };
  }

  #writeEntry(port: number): void {
    const { settings, token, configFile, log } = this.#options;
    const { autoConfigure, requireAuth } = settings();
    try {
      const outcome = putEntry({
        ...this.#entryAt(port),
        token: requireAuth ? token : undefined,
        mode: autoConfigure,
        isTaken: (other) => this.#record?.isTaken(other) === true,
      });
      if (outcome === 'created' || outcome === 'updated')
        log.info(`Added the entry sallyport-editor to ${configFile}.`);
      if (outcome === 'tightened') log.info(`${configFile} holds a token; only you may read it now.`);
      if (outcome === 'malformed') log.warn(`${configFile} is not valid JSON; it was left as it is.`);
      if (outcome === 'others') log.info(`${configFile} has the entry of another window; it is left as it is.`);
      if (outcome === 'gateway') log.info(`${configFile} has the gateway's entry; the editor does not need its own.`);
    } catch (error) {
      log.warn(`${configFile} could not be written: ${reasonOf(error)}.`);
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
