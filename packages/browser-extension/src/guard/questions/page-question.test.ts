import { expect, it } from 'vitest';
import { pageQuestion, partsOf } from './page-question.ts';

it.each([
  ['https://login.example.com', ['https://login.', 'example.com', '']],
  ['https://bank.example.com.evil.test:8443', ['https://bank.example.com.', 'evil.test', ':8443']],
  ['https://shop.example.co.uk', ['https://shop.', 'example.co.uk', '']],
  ['http://localhost:3000', ['http://', 'localhost', ':3000']],
  ['http://127.0.0.1:80', ['http://', '127.0.0.1', '']],
  ['https://[::1]:8080', ['https://', '[::1]', ':8080']],
  ['https://аpple.com', ['https://', 'xn--pple-43d.com', '']],
])('%s shows the name that somebody registered', (origin, [before, name, after]) => {
  expect(partsOf(new URL(origin).origin)).toEqual({ before, name, after });
});

it('the card has the page’s words on one line, and each scope with its risk', () => {
  const agent = { id: 'o', name: 'o', session: 's', remembered: false };
  const question = {
    ...({ kind: 'page', agent, origin: 'https://a.example', tabId: 1 } as const),
    reason: `Say\n\nyes\u202e now ${'x'.repeat(400)}`,
    scopes: ['browser:activeTab.read', 'model:prompt'],
    tools: [],
  };
  const card = pageQuestion.card(question);
  expect(card.page?.reason).toMatch(/^Say yes now x+…$/);
  expect(card.page?.scopes).toEqual([
    { text: expect.stringContaining('Read the tab'), risk: expect.stringContaining('High risk') },
  ]);
  expect(card.answers.map(({ text }) => text)).toEqual(['Allow for this tab', 'Always allow', 'Deny']);
  const framed = pageQuestion.card({ ...question, within: 'https://b.example' });
  expect(framed.page?.within).toBe('https://b.example');
  expect(framed.answers.map(({ text, lasting }) => [text, lasting])).toEqual([
    ['Allow for this tab', 'once'],
    ['Deny', 'once'],
  ]);
});
