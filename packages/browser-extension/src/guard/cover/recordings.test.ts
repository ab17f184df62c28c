import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../../tests/support/fake-clock.ts';
import { type RecorderOptions, Recordings, recorderFor } from './recordings.ts';

const reply = (facts: object) => ({ facts: { tabId: 7, ...facts }, parts: [] });

function stage(session = 's', recordings = new Recordings()) {
  const taken: string[] = [];
  let url = 'https://open.example/';
  const recorder = recorderFor({
    api: { tabs: { get: async () => ({ url }) } },
    access: { allows: (site: string) => site === 'https://open.example' },
    ...{ clock: fakeClock(), session, recordings },
    plain: async () => {
      taken.push(url);
      throw new Error('no picture');
    },
    // No more of them is used.
  } as unknown as RecorderOptions);
  const goTo = (address: string) => {
    url = address;
  };
  return { recorder, taken, recordings, goTo };
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
    const { recorder, taken, recordings } = stage();
    const other = stage('other', recordings);
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
});
