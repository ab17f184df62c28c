import { expect, it } from 'vitest';
import { fakeClock } from '../../../../../tests/support/fake-clock.ts';
import { type BlankOptions, blankFrames } from './blanked-frames.ts';

type Committed = (details: { tabId: number; frameId: number; url: string }) => void;

interface Stage {
  readonly frames?: readonly { readonly frameId: number; readonly parentFrameId: number }[];
  readonly closed?: readonly number[];
  /** Frames that take no style. */
  readonly bare?: readonly number[];
  readonly isForPrint?: boolean;
}

async function blanked({ frames: known = [], closed = [], bare = [], isForPrint = false }: Stage = {}) {
  const listeners = new Set<Committed>();
  const styles = new Map<number, string>();
  const frames = await blankFrames({
    api: {
      webNavigation: {
        onCommitted: {
          addListener: (listener: Committed) => listeners.add(listener),
          removeListener: (listener: Committed) => listeners.delete(listener),
        },
        getAllFrames: async () => known,
      },
      scripting: {
        insertCSS: async ({ target, css }: { target: { frameIds: [number] }; css: string }) => {
          const [frameId] = target.frameIds;
          if (bare.includes(frameId)) throw new Error('Cannot access contents of the frame');
          styles.set(frameId, (styles.get(frameId) ?? '') + css);
        },
        removeCSS: async () => {},
      },
    },
    clock: fakeClock(),
    pages: {
      closedSite: async ({ frameId }: { frameId: number }) => (closed.includes(frameId) ? 'closed' : undefined),
    },
    access: { allows: (site: string) => site === 'https://open.example' },
    tabId: 7,
    signal: new AbortController().signal,
    isForPrint,
    // What it uses of its options.
  } as unknown as BlankOptions);
  const commit = (tabId: number, frameId: number, url: string) => {
    for (const listener of listeners) listener({ tabId, frameId, url });
  };
  return { frames, commit, styles };
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

const [top, frame, inner] = [
  { frameId: 0, parentFrameId: -1 },
  { frameId: 3, parentFrameId: 0 },
  { frameId: 4, parentFrameId: 3 },
];

it('a closed frame has no layout in print, where its names would be printed, and keeps it in a picture', async () => {
  for (const isForPrint of [true, false]) {
    const { styles } = await blanked({ frames: [top, frame], closed: [3], isForPrint });
    expect([...styles.keys()]).toEqual([3]);
    expect(styles.get(3)?.includes(':root { display: none !important; }')).toBe(isForPrint);
  }
});

it('a closed frame that takes no style is hidden by the document around it', async () => {
  const { frames, styles } = await blanked({ frames: [top, frame, inner], closed: [4], bare: [4] });
  expect([...styles.keys()]).toEqual([3]);
  expect(styles.get(3)).toMatch(/^iframe, frame, object, embed, fencedframe \{ visibility: hidden !important/);
  expect([frames.isBlank(4), frames.hidesFramesOf(3)]).toEqual([false, true]);

  const nested = await blanked({ frames: [top, frame, inner], closed: [3, 4], bare: [3, 4] });
  expect([...nested.styles.keys()]).toEqual([0]);
  await expect(blanked({ frames: [top, frame], closed: [3], bare: [0, 3] })).rejects.toThrow('Cannot access');
});

it('a frame with a new document is no longer blank, nor are the frames in it hidden', async () => {
  const { frames, commit } = await blanked({ frames: [top, frame], closed: [3] });
  await frames.hideFramesOf(0);
  commit(8, 3, 'https://open.example/');
  commit(8, 0, 'https://open.example/');
  expect([frames.isBlank(3), frames.hidesFramesOf(0)]).toEqual([true, true]);
  commit(7, 3, 'https://open.example/');
  commit(7, 0, 'https://open.example/');
  expect([frames.isBlank(3), frames.hidesFramesOf(0)]).toEqual([false, false]);
});
