// What sessions record: a picture after each action, with its caption. A page that may not be pictured becomes a plain frame.
import { type Clock, type Effect, limits, type Reply, SallyportError } from '@sallyport/protocol';
import type { CallScope } from '../../base/call.ts';
import { pause } from '../../base/clock.ts';
import type { Picture, RecordedGif } from '../../base/facts.ts';
import { plainText } from '../../base/plain-text.ts';
import type { BrowserApi } from '../../base/platform.ts';
import { siteOf } from '../../base/sites.ts';
import type { SiteAccess } from '../access/site-access.ts';
import type { Frame, gifOf } from './gif-frames.ts';

/** The session that records, and how it gets a frame. */
interface RecordingScope {
  readonly session: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** With secret fields painted over; undefined for a page that the agent may not read now. */
  readonly picture: (tabId: number) => Promise<Picture | undefined>;
}

export interface RecorderOptions extends Omit<RecordingScope, 'picture'> {
  readonly api: BrowserApi;
  readonly access: SiteAccess;
  readonly recordings: Recordings;
  readonly plain: (tabId: number, sideMaxPx: number) => Promise<Picture>;
}

export interface Recorder {
  startRecording(tabId: number): Promise<void>;
  stopRecording(): Promise<RecordedGif>;
  done(tool: { readonly name: string; readonly effect?: Effect }, reply: Reply): Promise<void>;
}

/** Of one call. */
export function recorderFor({ api, access, recordings, plain, ...options }: RecorderOptions): Recorder {
  const scope: RecordingScope = {
    ...options,
    async picture(tabId) {
      const { url = '' } = await api.tabs.get(tabId);
      // A frame never asks the user.
      return access.allows(siteOf(url), 'read') ? plain(tabId, limits.recording.sideMaxPx) : undefined;
    },
  };
  return {
    startRecording: (tabId) => recordings.start(scope, tabId),
    stopRecording: () => recordings.stop(scope),
    async done({ name, effect }, reply) {
      if (effect === 'act') await recordings.after(scope, name, reply);
    },
  };
}

interface Recording {
  readonly frames: Frame[];
  omitted: number;
  isStopped: boolean;
}

/** Each holds some MB. */
const RECORDINGS_MAX = 8;

export class Recordings {
  readonly #encode: typeof gifOf;
  readonly #recordings = new Map<string, Recording>();

  constructor(encode: typeof gifOf) {
    this.#encode = encode;
  }

  async start(scope: RecordingScope, tabId: number): Promise<void> {
    if (this.#recordings.get(scope.session)?.isStopped === false) throw alreadyRunning();
    this.#recordings.delete(scope.session);
    this.#makeRoom();
    this.#recordings.set(scope.session, { frames: [], omitted: 0, isStopped: false });
    await this.#add(scope, tabId, 'start');
  }

  /** What is stopped is kept until the session records again, so a call whose reply or file was lost can be repeated. */
  async stop({ session, signal }: Pick<RecordingScope, 'session' | 'signal'>): Promise<RecordedGif> {
    const recording = this.#recordings.get(session);
    if (recording === undefined || recording.frames.length === 0) throw nothingRecorded();
    recording.isStopped = true;
    const gif = await this.#encode(recording.frames, signal);
    return { ...gif, omitted: recording.omitted + recording.frames.length - gif.frames };
  }

  /** A tool that acts has done so. Never rejects. */
  async after(scope: RecordingScope, tool: string, { facts }: Reply): Promise<void> {
    const { tabId } = facts;
    if (this.#recordings.get(scope.session)?.isStopped !== false || typeof tabId !== 'number') return;
    await this.#add(scope, tabId, captionOf(tool, facts));
  }

  /** A call whose next step waits for its picture, where the session records. */
  paced<Call extends CallScope>(call: Call): Call {
    const isRecording = this.#recordings.get(call.agent.session)?.isStopped === false;
    return isRecording ? { ...call, isOneAction: false } : call;
  }

  forget(session: string): void {
    this.#recordings.delete(session);
  }

  /** Only what was stopped makes room: another session's frames are not lost to this one. */
  #makeRoom(): void {
    if (this.#recordings.size < RECORDINGS_MAX) return;
    const [stopped] = [...this.#recordings].find(([, { isStopped }]) => isStopped) ?? [];
    if (stopped === undefined) throw tooMany();
    this.#recordings.delete(stopped);
  }

  async #add({ session, clock, picture }: RecordingScope, tabId: number, caption: string): Promise<void> {
    const recording = this.#recordings.get(session);
    if (recording === undefined) return;
    if (recording.frames.length >= limits.recording.framesMax) {
      recording.omitted += 1;
      return;
    }
    const late = pause(clock, limits.recording.pictureMs, new AbortController().signal).then(() => undefined);
    const taken = await Promise.race([picture(tabId), late]).catch(() => undefined);
    // Its frames may be being written now.
    if (!recording.isStopped) recording.frames.push({ picture: taken, caption });
  }
}

/** The tool, and role and name of the element: never what was typed. */
function captionOf(tool: string, facts: Readonly<Record<string, unknown>>): string {
  const { target } = facts;
  const name = typeof target === 'string' ? ` ${target}` : '';
  return plainText(`${tool}${name}`, limits.recording.captionMaxChars);
}

function alreadyRunning(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'You are recording already.', {
    hint: 'Stop it with action "stop", which saves it.',
  });
}

function nothingRecorded(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'Nothing was recorded.', {
    hint: 'Start with action "start", act, then stop. A recording is gone when your session ends, the user stops you or the browser restarts.',
  });
}

function tooMany(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', `${RECORDINGS_MAX} other sessions are recording now.`, {
    hint: 'Nothing is recorded of yours. Start again when one of them has stopped.',
  });
}
