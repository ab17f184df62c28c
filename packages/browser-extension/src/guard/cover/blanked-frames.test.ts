import { expect, it } from 'vitest';
import { fakeClock } from '../../../../../tests/support/fake-clock.ts';
import { type BlankOptions, blankFrames } from './blanked-frames.ts';

type Committed = (details: { tabId: number; frameId: number; url: string }) => void;

async function blanked() {
  const listeners = new Set<Committed>();
  const frames = await blankFrames({
    api: {
      webNavigation: {
        onCommitted: {
          addListener: (listener: Committed) => listeners.add(listener),
          removeListener: (listener: Committed) => listeners.delete(listener),
        },
        getAllFrames: async () => [],
      },
    },
    clock: fakeClock(),
    access: { allows: (site: string) => site === 'https://open.example' },
    tabId: 7,
    signal: new AbortController().signal,
    // What it uses of its options.
  } as unknown as BlankOptions);
  const commit = (tabId: number, frameId: number, url: string) => {
    for (const listener of listeners) listener({ tabId, frameId, url });
  };
  return { frames, commit };
}

it('a picture during which a closed site came into the tab, or into a frame, is not used, also when that left again', async () => {
  for (const frameId of [0, 3]) {
    const { frames, commit } = await blanked();
    commit(8, frameId, 'https://closed.example/');
    commit(7, frameId, 'https://open.example/');
    commit(7, frameId, 'about:blank');
    expect(frames.hasNew()).toBe(false);
    commit(7, frameId, 'https://closed.example/');
    commit(7, frameId, 'https://open.example/');
    expect(frames.hasNew()).toBe(true);
    await frames.restore();
  }
});
