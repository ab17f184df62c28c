// What runs inside a page, in a world of the extension's own: answers the background's calls one by one.
import { PRODUCT_VERSION } from '@sallyport/protocol';
import type { ClickArgs, PageAnswer, PageRequest, PageSide, SnapshotArgs, TravelArgs } from './calls.ts';
import { click } from './click.ts';
import { PageError } from './page-error.ts';
import { Refs } from './refs.ts';
import { snapshot } from './snapshot.ts';

const refs = new Refs();

function answer(request: PageRequest): PageAnswer {
  if (request.version !== PRODUCT_VERSION) return { state: 'absent' };
  refs.startAt(request.firstRef);
  try {
    return { state: 'done', value: run(request), nextRef: refs.next };
  } catch (thrown) {
    // The edge of the page: a function of ours that met a page it cannot handle says so, and no more.
    if (thrown instanceof PageError) return { state: 'failed', fault: thrown.fault };
    const message = `The page could not be handled: ${thrown instanceof Error ? thrown.name : 'unknown'}.`;
    return { state: 'failed', fault: { code: 'ERR_TOOL_FAILED', message } };
  }
}

function run({ name, args }: PageRequest): unknown {
  // The background is the only caller, and its types are these.
  if (name === 'snapshot') return snapshot(args as SnapshotArgs, refs);
  if (name === 'click') return click(args as ClickArgs, refs);
  if (name === 'travel') return travel(args as TravelArgs);
  throw new TypeError(`no page function ${name}`);
}

function travel({ steps }: TravelArgs): null {
  history.go(steps);
  return null;
}

// The world's global object is typed as the window; this is what we add to it.
(globalThis as PageSide).sallyport = { answer };
