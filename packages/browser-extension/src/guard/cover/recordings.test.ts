import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../../tests/support/fake-clock.ts';
import type { Frame } from './gif-frames.ts';
import { type RecorderOptions, Recordings, recorderFor } from './recordings.ts';

const reply = (facts: object) => ({ facts: { tabId: 7, ...facts }, parts: [] });

/** Keeps what it is given, and has room for two frames. */
class FakeEncoder {
  frames: readonly Frame[] = [];
  fails = false;

  readonly encode = async (frames: readonly Frame[], signal: AbortSignal) => {
    await Promise.resolve();
    signal.throwIfAborted();
    if (this.fails) throw new Error('no canvas');
    this.frames = [...frames];
    return { data: '', bytes: 9, frames: Math.min(frames.length, 2) };
  };
}

function stage(session = 's', encoder = new FakeEncoder(), recordings = new Recordings(encoder.encode)) {
  const caller = new AbortController();
  const taken: string[] = [];
  let url = 'https://open.example/';
  const recorder = recorderFor({
    api: { tabs: { get: async () => ({ url }) } },
    access: { allows: (site: string) => site === 'https://open.example' },
    ...{ clock: fakeClock(), signal: caller.signal, session, recordings },
    plain: async () => {
      taken.push(url);
      throw new Error('no picture');
    },
    // No more of them is used.
  } as unknown as RecorderOptions);
  const goTo = (address: string) => {
    url = address;
  };
  return { recorder, taken, recordings, goTo, encoder, caller };
}

describe('a recording', () => {
  it('takes a picture after what acts, where the agent may read, and never asks', async () => {
    const { recorder, taken, goTo } = stage();
    await recorder.done({ name: 'click', effect: 'act' }, reply({}));
    expect(taken).toEqual([]);
    await recorder.startRecording(7);
    await recorder.done({ name: 'click', effect: 'act' }, reply({ target: 'button "Save"' }));
    await recorder.done({ name: 'snapshot', effect: 'read' }, reply({}));
    goTo('https://closed.example/');
    await recorder.done({ name: 'click', effect: 'act' }, reply({}));
    expect(taken).toHaveLength(2);
    await expect(recorder.startRecording(7)).rejects.toThrow('recording already');
  });

  it('is of one session, and ends with it', async () => {
    const { recorder, taken, recordings, encoder } = stage();
    const other = stage('other', encoder, recordings);
    await recorder.startRecording(7);
    await other.recorder.done({ name: 'click', effect: 'act' }, reply({}));
    expect([taken.length, other.taken.length]).toEqual([1, 0]);
    await expect(other.recorder.stopRecording()).rejects.toThrow('Nothing was recorded');
    recordings.forget('s');
    await expect(recorder.stopRecording()).rejects.toThrow('Nothing was recorded');
  });

  it('has a bound of frames', async () => {
    const { recorder, taken } = stage();
    await recorder.startRecording(7);
    for (let at = 0; at < limits.recording.framesMax + 5; at += 1) {
      await recorder.done({ name: 'click', effect: 'act' }, reply({}));
    }
    expect(taken).toHaveLength(limits.recording.framesMax);
  });

  it('has the tool and the element as captions, and nothing of what was typed', async () => {
    const { recorder, encoder } = stage();
    await recorder.startRecording(7);
    const typed = { text: 'open sesame', value: 'open sesame', targetNow: 'textbox "Note" = "open sesame"' };
    await recorder.done({ name: 'type', effect: 'act' }, reply({ target: 'textbox "Note"', ...typed }));
    await recorder.done({ name: 'press_key', effect: 'act' }, reply({ key: 'o' }));
    await recorder.stopRecording();
    expect(encoder.frames.map(({ caption }) => caption)).toEqual(['start', 'type textbox "Note"', 'press_key']);
  });

  it('can be saved again when that failed, was cancelled or its file was lost, with nothing added', async () => {
    const { recorder, encoder, caller, recordings } = stage();
    const again = stage('s', encoder, recordings);
    const click = () => again.recorder.done({ name: 'click', effect: 'act' }, reply({}));
    await recorder.startRecording(7);
    await click();
    await click();
    encoder.fails = true;
    await expect(recorder.stopRecording()).rejects.toThrow('no canvas');
    encoder.fails = false;
    const cancelled = recorder.stopRecording();
    caller.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    await click();
    for (const _ of ['first', 'again']) {
      // The encoder had room for two.
      expect(await again.recorder.stopRecording()).toMatchObject({ frames: 2, omitted: 1 });
      expect(encoder.frames).toHaveLength(3);
    }
    await again.recorder.startRecording(7);
    await again.recorder.stopRecording();
    expect(encoder.frames).toHaveLength(1);
  });

  it('is not lost to a ninth one, unless it has been stopped', async () => {
    const { recorder, recordings, encoder } = stage();
    await recorder.startRecording(7);
    const others = ['1', '2', '3', '4', '5', '6', '7'].map((name) => stage(name, encoder, recordings).recorder);
    for (const other of others) await other.startRecording(7);
    const ninth = stage('ninth', encoder, recordings);
    await expect(ninth.recorder.startRecording(7)).rejects.toThrow('8 other sessions are recording now.');
    await others[3]?.stopRecording();
    await ninth.recorder.startRecording(7);
    await expect(others[3]?.stopRecording()).rejects.toThrow('Nothing was recorded');
    for (const kept of [recorder, ninth.recorder]) expect(await kept.stopRecording()).toMatchObject({ frames: 1 });
  });
});
