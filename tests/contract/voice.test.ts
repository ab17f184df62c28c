// The product speaks plain English: words that were replaced do not come back, in names, comments or texts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPackageSources } from '../support/layers.ts';
import { projectRoot } from '../support/test-sources.ts';
import { exceptions, findReplaced } from '../support/voice.ts';

const panel = 'packages/browser-extension/src/ui/panel.html';
const sources = [
  ...readPackageSources(projectRoot),
  { path: panel, text: readFileSync(join(projectRoot, panel), 'utf8') },
];

describe('words that were replaced', () => {
  // All sources are parsed, which takes a busy machine long.
  it('are in no source of the product', { timeout: 60_000 }, () => {
    expect(findReplaced(sources)).toEqual([]);
  });

  it('have no exception that nothing needs', { timeout: 60_000 }, () => {
    const unneeded = exceptions.filter((exception) => {
      const others = exceptions.filter((other) => other !== exception);
      const here = sources.filter(({ path }) => path === exception.path);
      return findReplaced(here, { allowed: others }).length === 0;
    });
    expect(unneeded).toEqual([]);
  });

  it.each([
    ['const stay = caller.session;', 'stay'],
    ['function endStay(): void {}', 'stay'],
    ['call({ method: end_stay });', 'stay'],
    ['class Session { #seats = new Set(); }', 'seat'],
    ['const toldDialogs = [];', 'told'],
    ['/** Whatever the user wished. */', 'wish'],
    ['// The tabs of a stay are closed.', 'stay'],
    ['// A host of seed 000 knows no hello.', 'seed'],
    ["throw new Error('This line is no JSON.');", 'is no'],
    ['log(`The page comes to rest.`);', 'rest'],
    ['// A ref stands\n// for an element.', 'stands for'],
    ['/**\n * It answers by\n * heart.\n */', 'by heart'],
  ])('are found where they are planted: %s', (text, word) => {
    expect(findReplaced([{ path: 'packages/gateway/src/x.ts', text }])).toEqual([
      expect.stringContaining(`"${word}" in `),
    ]);
  });

  it('are found in names of files and in HTML', () => {
    const planted = [
      { path: 'packages/native-host/src/seed-socket.ts', text: '' },
      { path: panel, text: '<p>The visitors of this browser</p>' },
    ];
    expect(findReplaced(planted)).toHaveLength(2);
  });

  it.each([
    'const understanding = outstanding;',
    'const notebook = bookmark;',
    '// The file stays open, and the others stay as they are.',
    '// There is no such tab, and the agent is no longer here.',
    "import { request } from './request.ts';",
  ])('are not found in %s', (text) => {
    expect(findReplaced([{ path: 'packages/gateway/src/x.ts', text }])).toEqual([]);
  });
});
