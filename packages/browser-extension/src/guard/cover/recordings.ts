// What sessions record: a picture after each action, with its caption. A page that may not be pictured becomes a plain frame.
import { BoundedMap, type Clock, type Effect, limits, type Reply, SallyportError } from '@sallyport/protocol';
import { pause } from '../../base/clock.ts';
import type { Picture, RecordedGif } from '../../base/facts.ts';
import { plainText } from '../../base/plain-text.ts';
import type { BrowserApi } from '../../base/platform.ts';
import { siteOf } from '../../base/sites.ts';
import type { SiteAccess } from '../access/site-access.ts';
import { type Frame, gifOf } from './gif-frames.ts';

/** The session that records, and how it gets a frame. */
interface RecordingScope {
  readonly session: string;
  readonly clock: Clock;
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
}

/** Each holds some MB. */
const RECORDINGS_MAX = 8;

export class Recordings {
  readonly #recordings = new BoundedMap<string, Recording>(RECORDINGS_MAX);

  async start(scope: RecordingScope, tabId: number): Promise<void> {
    if (this.#recordings.get(scope.session) !== undefined) throw alreadyRunning();
    this.#recordings.set(scope.session, { frames: [], omitted: 0 });
    await this.#add(scope, tabId, 'start');
  }

  async stop({ session }: Pick<RecordingScope, 'session'>): Promise<RecordedGif> {
    const recording = this.#recordings.get(session);
    this.#recordings.delete(session);
    if (recording === undefined || recording.frames.length === 0) throw nothingRecorded();
    return { ...(await gifOf(recording.frames)), omitted: recording.omitted };
  }

  /** A tool that acts has done so. Never rejects. */
  async after(scope: RecordingScope, tool: string, { facts }: Reply): Promise<void> {
    const { tabId } = facts;
    if (this.#recordings.get(scope.session) === undefined || typeof tabId !== 'number') return;
    await this.#add(scope, tabId, captionOf(tool, facts));
  }

  forget(session: string): void {
    this.#recordings.delete(session);
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
    recording.frames.push({ picture: taken, caption });
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
    hint: 'Start with action "start", act, then stop. A recording ends with your session, and when the browser restarts.',
  });
}
