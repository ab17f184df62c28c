import { expect, it, vi } from 'vitest';
import { watchFrames } from './frames.ts';

const shop = 'https://shop.example';
const widget = 'https://widget.example';
const inner = 'https://inner.example';

interface Document {
  readonly parentFrameId: number;
  readonly origin: string;
  /** Among the frames of its parent, as the frame's own window has it. */
  readonly index?: number;
  readonly frames?: readonly { readonly index: number; readonly allow: string; readonly source: string }[];
}

/** A tab with a page, a frame in it and one in that. */
const documents: Record<number, Document> = {
  0: { parentFrameId: -1, origin: shop, frames: [{ index: 1, allow: 'agent', source: `${widget}/x` }] },
  5: { parentFrameId: 0, origin: widget, index: 1, frames: [{ index: 0, allow: 'agent', source: `${inner}/` }] },
  6: { parentFrameId: 5, origin: inner, index: 0 },
};

function setUp(changed: Record<number, Partial<Document>> = {}, allowed: readonly string[] = [widget, inner]) {
  const now: Record<number, Document> = structuredClone(documents);
  for (const [id, change] of Object.entries(changed)) now[Number(id)] = { ...now[Number(id)], ...change } as Document;
  const injected: unknown[] = [];
  let commit = (_: unknown) => {};
  const isDelegated = watchFrames({
    // What it uses of the browser.
    api: {
      webNavigation: {
        onCommitted: { addListener: (listener: typeof commit) => (commit = listener) },
        getFrame: async ({ frameId }: { frameId: number }) => now[frameId] ?? null,
      },
      scripting: {
        executeScript: async ({
          target,
          func,
          files,
        }: {
          target: { frameIds: number[] };
          func?: unknown;
          files?: string[];
        }) => {
          const [frameId = -1] = target.frameIds;
          const { origin, frames = [], index } = now[frameId] ?? {};
          if (files !== undefined) injected.push([frameId, ...files]);
          return [{ result: String(func).includes('ownIndex') ? index : { origin, frames } }];
        },
      },
    } as never,
    isAllowed: (origin) => allowed.includes(origin),
    loaded: Promise.resolve(),
  });
  return { isDelegated, injected, commit: (details: unknown) => commit(details) };
}

it('a frame is let in when every document around it says so', async () => {
  const { isDelegated } = setUp();
  expect(await isDelegated({ tabId: 1, frameId: 5, origin: widget })).toBe(true);
  expect(await isDelegated({ tabId: 1, frameId: 6, origin: inner })).toBe(true);
});

it.each([
  ['the page says nothing', { 0: { frames: [] } }, 5, widget],
  ['the page says it of another frame', { 5: { index: 0 } }, 5, widget],
  ['the frame shows another origin than its src', {}, 5, inner],
  ['the page has no origin of its own', { 0: { origin: 'null' } }, 5, widget],
  ['the page is not secure', { 0: { origin: 'http://shop.example' } }, 5, widget],
  ['the frame is gone', {}, 9, widget],
  ['a frame that was not let in itself says it', { 0: { frames: [] } }, 6, inner],
  ['the frame around it went elsewhere', { 5: { origin: inner } }, 6, inner],
])('a frame is not let in when %s', async (_, changed, frameId, origin) => {
  expect(await setUp(changed).isDelegated({ tabId: 1, frameId, origin })).toBe(false);
});

it('only a frame that was let in and that the settings allow gets the scripts', async () => {
  const both = [
    [5, 'web-relay.js'],
    [5, 'web-api.js'],
  ];
  const begun = setUp();
  begun.commit({ tabId: 1, frameId: 5, url: `${widget}/x` });
  await vi.waitFor(() => expect(begun.injected).toEqual(both));
  for (const { commit, injected } of [setUp({ 0: { frames: [] } }), setUp({}, [shop])]) {
    for (const frameId of [0, 5]) commit({ tabId: 1, frameId, url: `${widget}/x` });
    await new Promise((resolve) => setTimeout(resolve));
    expect(injected).toEqual([]);
  }
});
