// Errors of built scripts have the positions of their sources.
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { Scene } from './scene.ts';

const source = (name: string) => `interface Order { readonly total: number }

export function fail${name}(order: Order): never {
  // A comment that no build keeps.
  throw new RangeError('too much in ${name} ' + order.total);
}

document.querySelector('#${name}')?.addEventListener('click', () => {
  console.warn('pressed ${name}');
  setTimeout(() => fail${name}({ total: 3 }));
});
`;

function built(name: string, sourcemap: 'inline' | 'external'): { code: string; map: string } {
  return transformSync(source(name), { loader: 'ts', minify: true, sourcemap, sourcefile: `src/${name}.ts` });
}

const beside = built('Beside', 'external');

export const mappedPages: Readonly<Record<string, string>> = {
  '/mapped': `<!doctype html><title>Mapped</title>${['Inside', 'Beside', 'Plain'].map((name) => `<button id="${name}">${name}</button>`).join('')}
<script src="/inside.js" type="module"></script><script src="/beside.js" type="module"></script><script src="/plain.js" type="module"></script>`,
  '/inside.js': built('Inside', 'inline').code,
  '/beside.js': `${beside.code}\n//# sourceMappingURL=beside.js.map`,
  '/beside.js.map': beside.map,
  '/plain.js': built('Plain', 'external').code,
};

export function mappedSuite(scene: Scene): void {
  it('shows where errors are in the sources, and in the loaded file where there is no map', async () => {
    await scene.at('/mapped');
    for (const name of ['Inside', 'Beside', 'Plain']) await scene.agent.call('click', { text: name });
    const text = await eventually('all three have failed', async () => {
      const { text: all } = await scene.agent.call('console_messages');
      return ['Inside', 'Beside', 'Plain'].every((name) => all.includes(`too much in ${name}`)) ? all : undefined;
    });
    for (const name of ['Inside', 'Beside']) {
      expect(text).toMatch(new RegExp(`too much in ${name} 3\\n.*src/${name}\\.ts:5:9`));
      expect(text).toMatch(new RegExp(`pressed ${name}\\n.*src/${name}\\.ts:9:11`));
    }
    expect(text).toMatch(/too much in Plain 3\n.*\/plain\.js:1:\d+/);
    // What the agent's own tab requested is not what the maps took.
    expect((await scene.agent.call('network_requests', { filter: '.map' })).text).toMatch(/^0 of /);
  });
}
