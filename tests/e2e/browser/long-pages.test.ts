// Pages of every size: what an agent looks for is two calls away, and nothing of a page is out of reach.
import { limits } from '@sallyport/protocol';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BenchSite, FIELD, openBenchSite, PRESS, pageNames } from '../../../bench/browser/pages.ts';
import { readToTheEnd, unreachedOn } from '../../../bench/browser/reading.ts';
import { type Agent, BrowserStage } from './stage.ts';

const tokenizer = new Tiktoken(o200k);

/** Words of a page, each once; a button with a label of its own goes by that. */
const WORDS_SHOWN = `(() => {
  const words = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!parentElement.checkVisibility() || parentElement.closest('button[aria-label], script')) continue;
    for (const word of data.match(/[\\p{L}\\p{N}]+/gu) ?? []) words.add(word);
  }
  return [...words].join(' ');
})()`;

describe.each(['chromium', 'firefox'] as const)('an agent that reads in %s', (engine) => {
  let site: BenchSite;
  let stage: BrowserStage;
  let agent: Agent;
  /** The agent as the benchmark knows it. */
  const reader = {
    call: async (tool: string, args?: Record<string, unknown>) => {
      const { text } = await agent.call(tool, args);
      return { text, bytes: text.length };
    },
  };

  beforeAll(async () => {
    site = await openBenchSite();
    stage = await BrowserStage.open(engine);
    agent = await stage.agent();
  });

  afterAll(async () => {
    await stage?.close();
    site.close();
  });

  it('pays at most 45 tokens for a click, and for a text that is typed', async () => {
    await agent.goTo(`${site.origin}/small`);
    for (const [name, args] of [
      ['click', { ref: agent.ref(PRESS) }],
      ['type', { ref: agent.ref(FIELD), text: 'Oak and iron' }],
    ] as const) {
      const { result } = await agent.client.request({ method: 'call_tool', params: { name, arguments: args } });
      const [{ text = '' } = {}] = Object(result).content;
      expect(text).toMatch(/^(Clicked|Typed into) e\d+\.\n<untrusted \d{3,9}>\n/);
      process.stdout.write(`\n${engine}: ${name} costs ${tokenizer.encode(text).length} tokens (o200k).\n`);
      expect(tokenizer.encode(text).length, text).toBeLessThanOrEqual(45);
    }
  });

  it.each(pageNames)('finds everything on the page "%s" within two calls', async (page) => {
    await agent.call('navigate', { url: `${site.origin}/${page}` });
    expect(await unreachedOn(reader, page)).toEqual([]);
  });

  it.each(pageNames)(
    'keeps to its budget on the page "%s", and reads every word of it by the refs it names',
    async (page) => {
      const first = await agent.goTo(`${site.origin}/${page}`);
      expect(tokenizer.encode(first).length).toBeLessThanOrEqual(limits.page.snapshotTokens);
      const { text } = await readToTheEnd(reader);
      const shown = String(await agent.value(WORDS_SHOWN)).split(' ');
      const read = new Set(text.match(/[\p{L}\p{N}]+/gu));
      expect(shown.length).toBeGreaterThan(10);
      expect(shown.filter((word) => !read.has(word))).toEqual([]);
    },
  );

  it('keeps a ref through snapshots while its thing stays the same', async () => {
    await agent.goTo(`${site.origin}/table`);
    const [press, note] = [agent.ref('Press me'), agent.ref('Your note')];
    await agent.call('click', { ref: press });
    await agent.look({ maxTokens: 1_000 });
    expect([agent.ref('Press me'), agent.ref('Your note')]).toEqual([press, note]);
  });
});
