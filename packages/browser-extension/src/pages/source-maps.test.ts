import { systemClock } from '@sallyport/protocol';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { SourceMaps } from './source-maps.ts';

const SITE = 'https://shop.example';
const PAGE = `${SITE}/page`;
const source = 'export const one = 1;\nexport function fails(): never {\n  throw new Error("x");\n}\n';

function built(sourcemap: 'inline' | 'external'): { code: string; map: string } {
  return transformSync(source, { loader: 'ts', sourcemap, sourcefile: 'src/one.ts' });
}

/** Where the built script throws, as a stack says it. */
const { line, column } = (() => {
  const before = built('external').code.split('throw')[0]?.split('\n') ?? [];
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
})();

type Answers = Readonly<Record<string, { readonly body: string | Blob; readonly headers?: Record<string, string> }>>;

function open(answers: Answers) {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const fetch = async (given: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = String(given);
    asked.push({ url, init });
    const answer = answers[url];
    if (answer === undefined) return new Response('no', { status: 404 });
    return new Response(answer.body, { headers: { 'content-type': 'text/javascript', ...answer.headers } });
  };
  const maps = new SourceMaps({ fetch, clock: systemClock });
  const { signal } = new AbortController();
  const mayRead = (site: string) => site !== 'https://bank.example';
  const mapped = async (url: string, stack = `at fails (${url}:${line}:${column})`) =>
    (await maps.mapped({ tabId: 1, url: PAGE, mayRead, signal }, [stack]))[0];
  return { mapped, asked };
}

const withMap = (code: string, url: string) => `${code}\n//# sourceMappingURL=${url}\n`;

describe('positions in stacks', () => {
  it('are those of the sources, by a map in the script or beside it, in the form of either browser', async () => {
    const { code, map } = built('external');
    const { mapped } = open({
      [`${SITE}/in.js`]: { body: built('inline').code },
      [`${SITE}/app/out.js`]: { body: withMap(code, 'out.js.map') },
      [`${SITE}/app/out.js.map`]: { body: `)]}'\n${map}` },
      [`${SITE}/head.js`]: { body: code, headers: { SourceMap: '/app/out.js.map' } },
    });
    for (const path of ['/in.js', '/app/out.js', '/head.js']) {
      expect(await mapped(SITE + path)).toBe('at fails (src/one.ts:3:3)');
    }
    const firefox = `fails@${SITE}/in.js:${line}:${column}\n@${SITE}/none.js:4:2\n@${SITE}/in.js:999:1`;
    expect(await mapped('', firefox)).toBe(`fails@src/one.ts:3:3\n@${SITE}/none.js:4:2\n@${SITE}/in.js:999:1`);
  });

  it('cost one request for each script and map, as a stranger', async () => {
    const { code, map } = built('external');
    const url = `${SITE}/out.js`;
    const { mapped, asked } = open({ [url]: { body: withMap(code, 'm') }, [`${SITE}/m`]: { body: map } });
    await mapped(url);
    await mapped(url);
    expect(asked.map((one) => one.url)).toEqual([url, `${SITE}/m`]);
    expect(asked.map(({ init }) => init)).toEqual(
      Array(2).fill(expect.objectContaining({ credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' })),
    );
  });

  it.each([
    ['of a site that is closed to the agent', 'https://bank.example/a.js'],
    ['in the page itself', PAGE],
    ['on a port of our own', 'http://127.0.0.1:5764/a.js'],
    ["in the user's network", 'http://192.168.0.1/a.js'],
    ['on a server of the user', 'http://localhost:3000/a.js'],
    ['that are not on the web', 'webpack-internal:///a.js'],
  ])('%s are not looked up', async (_, url) => {
    const { mapped, asked } = open({ [url]: { body: built('inline').code } });
    expect(await mapped(url)).toBe(`at fails (${url}:${line}:${column})`);
    expect(asked).toEqual([]);
  });

  it('stay where the map is of another site, too large, a page or damaged', async () => {
    const { code, map } = built('external');
    const far = 'https://bank.example/m';
    const { mapped, asked } = open({
      [`${SITE}/far.js`]: { body: withMap(code, far) },
      [far]: { body: map },
      [`${SITE}/large.js`]: { body: new Blob([' '.repeat(10 * 1024 * 1024), built('inline').code]) },
      [`${SITE}/page.js`]: { body: built('inline').code, headers: { 'content-type': 'text/html' } },
      [`${SITE}/bad.js`]: { body: withMap(code, 'data:application/json;base64,?') },
      [`${SITE}/odd.js`]: {
        body: withMap(code, `data:application/json,${encodeURIComponent('{"sources":["a"],"mappings":"?"}')}`),
      },
    });
    for (const name of ['far', 'large', 'page', 'bad', 'odd', 'none']) {
      const url = `${SITE}/${name}.js`;
      expect(await mapped(url)).toBe(`at fails (${url}:${line}:${column})`);
    }
    expect(asked.map(({ url }) => url)).not.toContain(far);
  });
});
