import { expect, it } from 'vitest';
import { howToKeep } from './npx-copy.ts';

const bundles = '/home/ada/.npm/_npx/0af1/node_modules/sallyport/bundles/';

it.each([
  ['file:../../../Downloads/sallyport-0.1.0.tgz', '/home/ada/Downloads/sallyport-0.1.0.tgz'],
  ['file:../../../My files/sallyport-0.1.0.tgz', '"/home/ada/My files/sallyport-0.1.0.tgz"'],
  ['^0.1.0', 'sallyport@^0.1.0'],
])('names the package that npx was given as %s', (dependency, named) => {
  const read = (path: string) => {
    expect(path).toBe('/home/ada/.npm/_npx/0af1/package.json');
    return JSON.stringify({ dependencies: { sallyport: dependency } });
  };
  expect(howToKeep(bundles, read)).toContain(`run: npm install --global ${named}`);
});

it('says so without a name where the cache does not tell', () => {
  expect(howToKeep(bundles, () => '{')).toContain('npm install --global with the package that you gave to npx');
});

it('says nothing of an installed package or a clone', () => {
  for (const folder of ['/usr/lib/node_modules/sallyport/bundles/', '/home/ada/sallyport/dist/']) {
    expect(howToKeep(folder)).toBeUndefined();
  }
});
