import { describe, expect, it } from 'vitest';
import type { FrameBox, PictureState } from '../../base/page-calls.ts';
import { secretsIn } from './picture-documents.ts';

const field = { x: 10, y: 20, width: 100, height: 30 };
const frame: FrameBox = { index: 0, x: 50, y: 60, width: 300, height: 200, content: { x: 52, y: 62 } };
const { index: _, content: __, ...whole } = frame;

interface Child {
  readonly box?: FrameBox;
  readonly isKnown?: boolean;
  readonly closedSite?: () => Promise<string | undefined>;
  readonly pictureState?: () => PictureState;
  readonly frameBoxes?: () => readonly FrameBox[];
}

/** What is painted over on a page with one frame. */
function secretsWith({
  box = frame,
  isKnown = true,
  closedSite = async () => undefined,
  pictureState = () => ({ isSame: true, secrets: [field] }),
  frameBoxes = () => [],
}: Child) {
  const top = { tabId: 1, frameId: 0, parentFrameId: -1, index: undefined };
  const child = { tabId: 1, frameId: 5, parentFrameId: 0, index: 0 };
  const answers: Readonly<Record<string, () => unknown>> = {
    '0 pictureState': () => ({ isSame: true, secrets: [] }),
    '0 frameBoxes': () => ({ frames: [box] }),
    '5 pictureState': pictureState,
    '5 frameBoxes': () => ({ frames: frameBoxes() }),
  };
  const asked = {
    tabId: 1,
    documents: { framesOf: async () => (isKnown ? [top, child] : [top]) },
    pages: {
      closedSite,
      call: async ({ frameId }: { readonly frameId: number }, name: string) => answers[`${frameId} ${name}`]?.(),
    },
  };
  // No more of them is used.
  return secretsIn(asked as unknown as Parameters<typeof secretsIn>[0], 's1');
}

function fails(): never {
  throw new Error('gone');
}

describe('what annotated pictures must not show', () => {
  it('is the secret fields of a frame', async () => {
    expect(await secretsWith({})).toEqual([{ ...field, x: 62, y: 82 }]);
  });

  it.each<[string, Child]>([
    ['does not say what it shows', { pictureState: fails }],
    ['does not say what frames it has', { frameBoxes: fails, pictureState: () => ({ isSame: true, secrets: [] }) }],
    ['is not known', { isKnown: false }],
    ['has no index', { box: { ...frame, index: undefined } }],
    ['may not be read', { closedSite: async () => 'https://bank.example' }],
    ['cannot be asked', { closedSite: () => Promise.reject(new Error('gone')) }],
    ['is turned and has a secret', { box: { ...frame, content: undefined } }],
  ])('is the whole of a frame that %s', async (_name, child) => {
    expect(await secretsWith(child)).toContainEqual(whole);
  });

  it('is nothing of a turned frame without secrets and frames', async () => {
    const turned = { box: { ...frame, content: undefined }, pictureState: () => ({ isSame: false, secrets: [] }) };
    expect(await secretsWith(turned)).toEqual([]);
    expect(await secretsWith({ ...turned, frameBoxes: () => [frame] })).toEqual([whole]);
  });

  it('is unknown where the frame has scrolled', async () => {
    expect(await secretsWith({ pictureState: () => ({ isSame: false, secrets: [] }) })).toBeUndefined();
  });
});
