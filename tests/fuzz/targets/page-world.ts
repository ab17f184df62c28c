// What comes back from a page's own world: reports of hooks, dialogs, errors, counts and values of expressions.
import { createFence, isRecord, limits, parseJson } from '@sallyport/protocol';
import type { BrowserApi } from '../../../packages/browser-extension/src/base/platform.ts';
import { evaluateInPage } from '../../../packages/browser-extension/src/drivers/evaluation.ts';
import { DialogGuard } from '../../../packages/browser-extension/src/in-page/dialogs.ts';
import { type HookReport, Hooks } from '../../../packages/browser-extension/src/in-page/hooks.ts';
import { PageWorld } from '../../../packages/browser-extension/src/in-page/page-world.ts';
import '../../support/browser-promises.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { oddJson, oddText } from '../base/odd.ts';
import type { Random } from '../base/random.ts';
import { must, type Target, textIn } from '../base/target.ts';

const place = { tabId: 1, frameId: 0 };
const site = 'https://page.example';

export const pageWorldTarget: Target = {
  name: 'page-world',
  /** `answer` is what the browser hands over as the result of an injected function, as JSON. */
  generate: (random) => ({ answer: random.chance(0.7) ? JSON.stringify(report(random)) : oddJson(random) }),
  open: async () => ({
    async feed(input) {
      const answer = parseJson(textIn(input, 'answer'));
      const api = pageWith(answer);
      const world = new PageWorld(api);
      const guard = new DialogGuard(world);
      const hooks = new Hooks(world, guard, fakeClock());
      await world.enter(place);
      await Promise.all([hooks.begin(place, hooks.freshName()), guard.begin(place)]);
      // The page side passes on texts alone.
      const text = typeof answer === 'string' ? answer : textIn(input, 'answer');
      // As the background asks, and as the page side passes it on.
      for (const { timers, downloads } of [await hooks.pending(place), await hooks.pending(place, text)]) {
        for (const count of [timers, downloads])
          must(Number.isSafeInteger(count) && count >= 0, () => `A count of ${count}.`);
      }
      const passedOn = hooks.ended(place, { complaints: text, dialogs: text });
      const asked = await hooks.end(place);
      for (const ended of [passedOn, asked]) mustBeBounded(ended);
      const options = {
        api,
        sessions: undefined,
        tabId: 1,
        site,
        agentSession: 's',
        secretSites: { requireScript: async () => {} },
        signal: new AbortController().signal,
      };
      const evaluated = await evaluateInPage(options, '1');
      const isShort = Object.values(evaluated).every(isTextUpTo(limits.page.valueMaxChars + 1));
      must(isShort, () => `A value: ${JSON.stringify(evaluated).slice(0, 200)}`);
      mustStayFenced([...asked.errors, ...passedOn.errors, ...Object.values(evaluated)].join('\n'));
    },
    close: async () => {},
  }),
};

function mustBeBounded({ errors, dialogs }: HookReport): void {
  must(errors.length <= 5 && errors.every(isTextUpTo(200)), () => `Errors: ${JSON.stringify(errors).slice(0, 200)}`);
  must(dialogs.length <= 20, () => `${dialogs.length} dialogs.`);
  for (const { type, message } of dialogs) {
    must(['alert', 'confirm', 'prompt'].includes(type) && isTextUpTo(1000)(message), () => `A dialog of ${type}.`);
  }
}

function report(random: Random): string {
  const items = random.several(0, 60, () =>
    random.chance(0.5)
      ? random.pick(['json', 'thrown', 'moved', 'alert', 'prompt', '12', '9999999', '-1'])
      : oddText(random),
  );
  return items.join('\0');
}

const isTextUpTo = (maxChars: number) => (value: unknown) => typeof value === 'string' && value.length <= maxChars;

/** A browser whose page answers every function in its own world like this. */
function pageWith(answer: unknown): BrowserApi {
  const listeners = { addListener: () => {}, removeListener: () => {} };
  const executeScript = async (injection: unknown) => {
    const isOwnWorld = isRecord(injection) && injection.world === 'MAIN';
    const isNamed = isRecord(injection) && Array.isArray(injection.args);
    return [{ frameId: 0, result: isOwnWorld ? answer : isNamed ? 'name' : site }];
  };
  return { scripting: { executeScript }, webNavigation: { onCommitted: listeners } } as unknown as BrowserApi;
}

/** However a page's words are put together, the fence ends where we end it. */
function mustStayFenced(words: string): void {
  let drawn = 0;
  // A weak source: the fence must still avoid marks that the words contain.
  const fence = createFence((count) => new Uint8Array(count).fill(drawn++ % 256));
  const [first = '', ...lines] = fence(words).split('\n');
  const mark = /^<untrusted (\d+)/.exec(first)?.[1] ?? '';
  must(
    lines.indexOf(`</untrusted ${mark}>`) === lines.length - 1,
    () => `The words close their fence: ${words.slice(0, 200)}`,
  );
}
