// Rejects what a cookie banner asks for: one click, or its settings first.
import { foreign, ours, type Reply, SallyportError } from '@sallyport/protocol';
import type { Outcome, TabFacts } from '../base/facts.ts';
import type { Banner, BannerStep } from '../base/page-calls.ts';
import { siteOf } from '../base/sites.ts';
import { actionReply } from './action-reply.ts';
import type { ToolContext } from './context.ts';
import type { NamedTarget } from './target-ref.ts';

type Found = Banner | 'none';

/** The settings, and what saves them. */
const CLICKS_MAX = 2;
/** Some banners slide out. */
const GONE_MS = 2_000;
const order: readonly (BannerStep | undefined)[] = ['reject', 'close', 'save', 'open', undefined];

/** What the control says that it does: whether it did, only the page shows. */
const meanings: Readonly<Record<BannerStep, string>> = {
  reject: 'which rejects the cookies',
  close: 'which closes the cookie banner and answers nothing',
  save: 'which saves the cookie settings with no switch on',
  open: 'which opens the cookie settings; nothing was found there that rejects',
};

export async function rejectCookies(
  { tabId, url }: TabFacts,
  { ref, text }: NamedTarget,
  context: Pick<ToolContext, 'readAll' | 'act' | 'until'>,
): Promise<Reply> {
  if (ref !== undefined || text !== undefined) throw twoTargets();
  let [found, withheld] = await bannerIn(tabId, context, false);
  if (found === 'none') return nothing(tabId, withheld);
  if (found.ref === undefined) return onlyOffers(tabId, url, found);
  let last: { readonly step: BannerStep; readonly ref: string; readonly outcome: Outcome } | undefined;
  for (let clicks = 0; clicks < CLICKS_MAX && found !== 'none'; clicks += 1) {
    const { step, ref } = found;
    if (step === undefined || ref === undefined) break;
    const outcome = await context.act(tabId, 'click', { ref, button: 'left', double: false, modifiers: [] });
    last = { step, ref, outcome };
    if (step !== 'open') break;
    [found] = await bannerIn(tabId, context, true);
  }
  if (last === undefined) throw new SallyportError('ERR_INTERNAL', 'A banner without a step was clicked.');
  // Undefined where the page has gone elsewhere.
  const isGone = await context
    .until(GONE_MS, async () => (await bannerIn(tabId, context, false))[0] === 'none')
    .catch(() => undefined);
  const done = `Clicked ${last.ref}, ${meanings[last.step]}`;
  const { facts, parts } = actionReply(done, last.outcome, { isSure: isGone !== false });
  const end =
    isGone === undefined
      ? 'The page could not be read afterwards: take a snapshot.'
      : isGone
        ? 'The banner is gone.'
        : 'A cookie banner is still shown: take a snapshot.';
  return {
    facts: { ...facts, banner: last.step, ...(isGone === undefined ? {} : { isGone }) },
    parts: [...parts, ours(end)],
  };
}

function twoTargets(): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'click: rejectCookies finds the banner itself.', {
    hint: 'Leave out ref and text.',
  });
}

async function bannerIn(
  tabId: number,
  { readAll }: Pick<ToolContext, 'readAll'>,
  isOpened: boolean,
): Promise<[Found, readonly string[]]> {
  const { parts, withheld } = await readAll(tabId, 'banner', { isOpened });
  const banners = parts.filter((part) => part !== undefined && part !== null);
  const [best] = order.flatMap((step) => banners.filter((one) => (one.step ?? undefined) === step));
  return [best ?? 'none', withheld];
}

function nothing(tabId: number, withheld: readonly string[]): Reply {
  const text = 'No cookie banner is shown. Nothing was clicked.';
  return { facts: { tabId, banner: 'none' }, parts: [text, ...withheld].map(ours) };
}

function onlyOffers(tabId: number, url: string, { offers }: Banner): Reply {
  const text = 'The cookie banner has nothing that rejects. Nothing was clicked. It offers:';
  return { facts: { tabId, banner: 'offers' }, parts: [ours(text), foreign(offers.join('\n'), siteOf(url))] };
}
