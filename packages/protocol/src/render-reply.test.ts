import { describe, expect, it } from 'vitest';
import { fromWireError, SallyportError, toWireError } from './error.ts';
import { factsText } from './facts-text.ts';
import { errorFacts, renderError, renderReply, renderResult } from './render-reply.ts';
import { file, foreign, image, ours, parseReply } from './reply.ts';

const fence = (text: string) => `[${text}]`;
const picture = { data: 'AAAA', mimeType: 'image/jpeg' };

describe('a reply', () => {
  const reply = {
    facts: { tabId: 4 },
    parts: [
      ours('Clicked e1.'),
      foreign('button "Save"', 'https://a.example'),
      foreign('+ Done', 'https://a.example'),
      foreign('+ Paid', 'https://b.example'),
      ours('The page was still loading.'),
      image(picture),
      ours('That was it.'),
    ],
  };

  it('is rendered in order: our text plain, foreign text fenced once for each origin, images as they are', () => {
    expect(renderReply(reply, { fence })).toEqual({
      content: [
        { type: 'text', text: 'Clicked e1.\n[button "Save"\n+ Done]\n[+ Paid]\nThe page was still loading.' },
        { type: 'image', ...picture },
        { type: 'text', text: 'That was it.' },
      ],
    });
  });

  it('brings a file as a resource where no gateway has saved it', () => {
    const made = { facts: {}, parts: [file({ name: 'a b.pdf', mimeType: 'application/pdf', data: 'AAAA' })] };
    expect(parseReply(JSON.parse(JSON.stringify(made)))).toEqual(made);
    expect(renderReply(made, { fence }).content).toEqual([
      { type: 'resource', resource: { uri: 'file:///a%20b.pdf', mimeType: 'application/pdf', blob: 'AAAA' } },
    ]);
  });

  it('has its facts as structuredContent only where they are asked for', () => {
    expect(renderReply(reply, { fence, hasObject: true })).toMatchObject({ structuredContent: { tabId: 4 } });
  });

  it('of a server stays as it is', () => {
    const relayed = { content: [], structuredContent: { a: 1 }, future: true };
    expect(renderResult({ relayed }, { fence })).toBe(relayed);
  });

  it('crosses the wire whole, and anything else is no reply', () => {
    expect(parseReply(JSON.parse(JSON.stringify(reply)))).toEqual(reply);
    const broken = [
      undefined,
      { content: [] },
      { facts: {}, parts: {} },
      { facts: [], parts: [] },
      { facts: {}, parts: [{ kind: 'foreign', text: 'x' }] },
      { facts: {}, parts: [{ kind: 'image', data: 1, mimeType: 'x' }] },
      { facts: {}, parts: [{ kind: 'file', data: 'x', mimeType: 'x' }] },
      { facts: {}, parts: [{ kind: 'sound' }] },
      { facts: {}, parts: [null] },
    ];
    for (const value of broken) expect(parseReply(value)).toBeUndefined();
  });
});

describe('an error', () => {
  it('says its code, what failed, what to do, and every fact that this does not tell', () => {
    const error = new SallyportError('ERR_TOOL_FAILED', 'No window has /a open.', {
      hint: 'Choose one: /b; /c.',
      data: { windows: ['/b', '/c'], outcome: 'not_run', rpcCode: -1, failures: [{ block: 0, search: 'x\ny' }] },
    });
    expect(renderError(error, fence)).toBe(
      'ERR_TOOL_FAILED: No window has /a open. Choose one: /b; /c.\n' +
        'outcome: not_run\nfailures:\n- block: 0\n  search:\n  x\n  y',
    );
    expect(errorFacts(error)).toMatchObject({ code: 'ERR_TOOL_FAILED', data: { outcome: 'not_run' } });
  });

  it('takes a number inside a word for another one', () => {
    const error = new SallyportError('ERR_TAB_OWNED', 'Tab e14 is not yours.', { data: { tabId: 14 } });
    expect(renderError(error, fence)).toBe('ERR_TAB_OWNED: Tab e14 is not yours.\ntabId: 14');
  });

  it('carries what others wrote over the wire, fenced and cut where it is shown', () => {
    const thrown = new SallyportError('ERR_TOOL_FAILED', 'The expression threw:', {
      foreign: [{ text: 'x'.repeat(300_000), origin: 'https://a.example' }],
    });
    const arrived = fromWireError(JSON.parse(JSON.stringify(toWireError(thrown))));
    expect(arrived.foreign).toEqual(thrown.foreign);
    const text = renderError(arrived, fence);
    expect(text).toHaveLength('ERR_TOOL_FAILED: The expression threw:\n[…]'.length + 20_000);
    expect(fromWireError({ code: 'ERR_INTERNAL', message: '', foreign: [{ text: 1 }, 'x'] }).foreign).toEqual([]);
  });
});

it('facts are lines, with texts of several lines below their name', () => {
  const facts = {
    status: 'accepted',
    count: 2,
    names: ['a', 'b'],
    diff: '-a\n+b',
    selection: { line: 3 },
    none: undefined,
  };
  expect(factsText(facts)).toBe('status: accepted\ncount: 2\nnames: a, b\ndiff:\n-a\n+b\nselection:\n  line: 3');
});
