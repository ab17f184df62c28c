import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CallResult, foreign, image, isRelayed, limits, ours, type ToolResult } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { openLongTexts } from './long-texts.ts';

function open(faults: unknown[] = []) {
  const folder = join(temporaryFolder(), 'texts');
  const ensureFolder = (path: string) => void mkdirSync(path, { recursive: true });
  return { folder, texts: openLongTexts({ folder, ensureFolder, onFault: (thrown) => faults.push(thrown) }) };
}

const long = `begin${'x'.repeat(limits.agent.textMaxChars)}end`;
const longResult = { relayed: { content: [{ type: 'text', text: long }] } };

function relayedOf(outcome: CallResult): ToolResult {
  return isRelayed(outcome) ? outcome.relayed : {};
}

it('of a reply the texts are shortened and keep who wrote them; its facts and images stay whole', () => {
  const { folder, texts } = open();
  const picture = image({ data: long, mimeType: 'image/png' });
  const reply = { facts: { text: long }, parts: [ours('Tab 4:'), foreign(long, 'https://a.example'), picture] };
  const ofPage = (text: RegExp) => ({
    kind: 'foreign',
    text: expect.stringMatching(text),
    origin: 'https://a.example',
  });
  // Where the rest is are our words: in the page's part a page could imitate them.
  const note = { kind: 'ours', text: expect.stringMatching(/^\[… \d+ characters left out\. .*call-1\.txt …\]$/) };
  expect(texts.shorten(reply, 'call')).toEqual({
    facts: { text: long },
    parts: [ours('Tab 4:'), ofPage(/^beginx+$/), note, ofPage(/^x+end$/), picture],
  });
  expect(readFileSync(join(folder, 'call-1.txt'), 'utf8')).toBe(long);
  const short = { facts: { text: long }, parts: [ours('short'), picture] };
  expect(texts.shorten(short, 'call')).toBe(short);
});

it('a long text is kept whole for the user, and its beginning and end are shown with the place', () => {
  const { folder, texts } = open();
  const relayed = {
    content: [
      { type: 'text', text: long },
      { type: 'image', data: long, mimeType: 'image/png' },
    ],
    structuredContent: { page: { text: long, title: 'short' } },
    isError: false,
  };
  const result = relayedOf(texts.shorten({ relayed }, 'call'));
  const path = join(folder, 'call-1.txt');
  expect(readFileSync(path, 'utf8')).toBe(long);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(result).toMatchObject({
    content: [{ text: expect.stringMatching(/^beginx+\n.*call-1\.txt.*\nx+end$/) }, { data: long }],
    structuredContent: { page: { text: expect.stringContaining('call-2.txt'), title: 'short' } },
    isError: false,
  });
  expect(JSON.stringify(result.structuredContent).length).toBeLessThan(limits.agent.textPreviewChars + 500);
});

it('a short result is the same result, and nothing is written', () => {
  const { texts } = open();
  const relayed = {
    content: [
      { type: 'text', text: 'hello' },
      { type: 'image', data: long, mimeType: 'image/png' },
    ],
    structuredContent: { a: [1, null, 'b'] },
  };
  const outcome = { relayed };
  expect(texts.shorten(outcome, 'call')).toBe(outcome);
});

it('only so many are kept', () => {
  const { folder, texts } = open();
  const { keptTexts } = limits.agent;
  for (let n = 0; n < keptTexts + 5; n += 1) texts.shorten(longResult, `call-${n}`);
  expect(readdirSync(folder).length).toBeLessThanOrEqual(keptTexts + 1);
});

it('what cannot be kept is given whole', () => {
  const faults: unknown[] = [];
  const texts = openLongTexts({
    folder: '/nowhere',
    ensureFolder: () => {
      throw new Error('no room');
    },
    onFault: (thrown) => faults.push(thrown),
  });
  expect(texts.shorten(longResult, 'call')).toBe(longResult);
  expect(faults).toHaveLength(1);
});
