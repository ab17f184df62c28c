// Only packages/mcp-door/src/revisions knows MCP's revisions: no other source names one, or a method that only some of them have.
import { revisions } from '@sallyport/mcp-door';
import { expect, it } from 'vitest';
import { readPackageSources, type SourceFile } from '../support/layers.ts';
import { projectRoot } from '../support/test-sources.ts';

const home = 'packages/mcp-door/src/revisions/';
const dates = revisions.flatMap(({ versions }) => versions);
const words = revisions.flatMap(({ name, handshake, subscription }) => [
  name,
  ...Object.values(handshake ?? {}),
  ...Object.values(subscription ?? {}),
  'server/discover',
  'logging/setLevel',
]);
const named = new RegExp(`${dates.join('|')}|(['"\`])(?:${words.join('|')})\\1`);

function offences(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path }) => !path.startsWith(home))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (named.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );
}

const sources = readPackageSources(projectRoot);

it('no file outside the table names a revision of MCP', () => {
  expect(offences(sources)).toEqual([]);
});

it('the sources of the table were read, and every revision is found in them', () => {
  const texts = sources.filter(({ path }) => path.startsWith(home)).map(({ text }) => text);
  for (const date of dates) expect(texts.join('\n')).toContain(`'${date}'`);
});

it.each([
  "const version = '2026-07-28';",
  '// Since 2025-06-18 a client says so.',
  "if (session.era === 'legacy') return;",
  "if (method === 'initialize') begin();",
  "await request('subscriptions/listen', {});",
  'await request("server/discover", {});',
])('a planted %s fails', (text) => {
  expect(offences([{ path: 'packages/gateway/src/x.ts', text }])).toHaveLength(1);
});

it('each revision has a name and versions of its own', () => {
  for (const all of [revisions.map(({ name }) => name), dates]) expect(new Set(all).size).toBe(all.length);
});
