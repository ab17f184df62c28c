// Every link of the docs leads somewhere, every page and picture is linked from somewhere, and the code they name exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPackageSources } from '../support/layers.ts';
import { findFiles, projectRoot } from '../support/test-sources.ts';

const pages = [
  ...readdirSync(projectRoot).filter((name) => name.endsWith('.md')),
  ...findFiles(['docs'], /\.md$/),
  ...findFiles(['packages'], /\/README\.md$/),
];
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

interface Link {
  readonly from: string;
  /** A path from the root; a folder stands for its README. */
  readonly to: string;
  readonly anchor: string | undefined;
}

/** Links and images to files of the project. */
function linksOf(from: string): Link[] {
  return [...withoutCode(read(from)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#');
      const to = path === '' ? from : normalize(join(dirname(from), path));
      return { from, to: existsSync(join(projectRoot, to, 'README.md')) ? join(to, 'README.md') : to, anchor };
    });
}

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the docs', () => {
  const links = pages.flatMap(linksOf);

  it('have no link to a file that is not there', () => {
    const broken = links.filter(({ to }) => !existsSync(join(projectRoot, to)));
    expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('have no link to a heading that is not there', () => {
    const broken = links.filter(
      ({ to, anchor }) => anchor !== undefined && to.endsWith('.md') && !anchorsOf(to).includes(anchor),
    );
    expect(broken.map(({ from, to, anchor }) => `${from} → ${to}#${anchor}`)).toEqual([]);
  });

  it('can all be reached from README.md, pictures too', () => {
    const reached = new Set(['README.md']);
    // A set grows while it is walked.
    for (const page of reached) {
      if (page.endsWith('.md')) for (const { to } of linksOf(page)) reached.add(to);
    }
    const all = [...pages, ...findFiles(['docs/images'], /./)];
    expect(all.filter((path) => !reached.has(path))).toEqual([]);
  });

  it('name no source file that is not there', () => {
    const sources = findFiles(['packages', 'tests', 'scripts', 'bench'], /\.(ts|mjs)$/).map((path) => `/${path}`);
    const named = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/protocol.md'].flatMap((page) =>
      [...read(page).matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, path = '']) => ({ page, path })),
    );
    const missing = named.filter(({ path }) => !sources.some((source) => source.endsWith(`/${path}`)));
    expect(named.length).toBeGreaterThan(50);
    expect(missing.map(({ page, path }) => `${page}: ${path}`)).toEqual([]);
  });

  it('name no identifier that is not there', () => {
    const texts = readPackageSources(projectRoot).map(({ text }) => text);
    const named = ['ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((page) =>
      [...read(page).matchAll(/`([A-Z]?[a-z]+[A-Z]\w*)`/g)].map(([, name = '']) => ({ page, name })),
    );
    const missing = named.filter(({ name }) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
    expect(named.length).toBeGreaterThan(20);
    expect(missing.map(({ page, name }) => `${page}: ${name}`)).toEqual([]);
  });

  it('have a README of at most 150 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });
});
