// From a visible text to the ref of the one element that has it, in the documents that an agent may act on.
import { SallyportError } from '@sallyport/protocol';
import type { LocateArgs, Located } from '../base/page-calls.ts';
import { siteOf } from '../base/sites.ts';
import type { Documents } from './documents.ts';
import type { PageCaller } from './page-caller.ts';

export interface LocateOptions {
  readonly pages: PageCaller;
  readonly documents: Pick<Documents, 'framesOf'>;
}

/** `url` is the tab's. */
export async function locate(
  { pages, documents }: LocateOptions,
  { tabId, url }: { readonly tabId: number; readonly url: string },
  args: LocateArgs,
): Promise<string> {
  const [top, ...frames] = await documents.framesOf(tabId);
  // Asks the user where nothing is decided; frames of other sites are left out instead.
  await pages.admit(top ?? { tabId, frameId: 0 }, 'act');
  const found: Located[] = [await pages.call(top ?? { tabId, frameId: 0 }, 'locate', args)];
  // Not in parallel: each document numbers its refs after those of the one before.
  for (const frame of frames) {
    const inFrame = await pages.call(frame, 'locate', args).catch(() => undefined);
    if (inFrame !== undefined) found.push(inFrame);
  }
  const rank = Math.min(...found.filter(({ total }) => total > 0).map((one) => one.rank));
  const best = found.filter((one) => one.total > 0 && one.rank === rank);
  const hits = best.flatMap((one) => one.hits);
  const [only] = hits;
  if (only !== undefined && hits.length === 1) return only.ref;
  throw only === undefined
    ? nothing(args)
    : several(
        best.reduce((sum, { total }) => sum + total, 0),
        hits,
        siteOf(url),
      );
}

function nothing({ text, wants }: LocateArgs): SallyportError {
  const what = wants === 'field' ? 'No field on the page has the label' : 'Nothing shown on the page has the text';
  return new SallyportError('ERR_INPUT_INVALID', `${what} ${JSON.stringify(text)}.`, {
    hint: 'A snapshot shows what is there; find searches for a part of a text.',
  });
}

function several(total: number, hits: Located['hits'], origin: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `${total} elements on the page have this text.`, {
    hint: 'Use the ref of the one you mean.',
    foreign: [{ text: hits.map(({ line }) => line).join('\n'), origin }],
  });
}
