// Builds the extension for each browser: an unpacked folder and its ZIP in the root's dist/.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { files, iconSizes, manifestFor, type Target, targets } from '@sallyport/browser-extension';
import { type BuildOptions, build } from 'esbuild';
import { type ZipEntry, zip } from '../packages/cli/src/zip.ts';

/** The oldest browsers that the manifests admit. */
const oldest: Readonly<Record<Target, string>> = { chromium: 'chrome125', firefox: 'firefox142' };

/** `root` is the project's folder. Replaces what an earlier build left. */
export async function buildExtension(root: string): Promise<void> {
  await Promise.all(targets.map((target) => buildFor(target, root)));
}

async function buildFor(target: Target, root: string): Promise<void> {
  const entries = await entriesFor(target, root);
  writeFolder(join(root, 'dist', target), entries);
  writeFileSync(join(root, 'dist', `sallyport-${target}.zip`), zip(entries));
}

/** The unpacked extension alone, anywhere, with settings that it comes with. */
export async function buildUnpacked(
  target: Target,
  root: string,
  folder: string,
  settings: object = {},
): Promise<void> {
  writeFolder(folder, await entriesFor(target, root, settings));
}

function writeFolder(folder: string, entries: readonly ZipEntry[]): void {
  rmSync(folder, { recursive: true, force: true });
  for (const { path, content } of entries) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

async function entriesFor(target: Target, root: string, settings: object = {}): Promise<ZipEntry[]> {
  const source = join(root, 'packages/browser-extension/src');
  const programs = {
    background: join(source, 'main.ts'),
    panel: join(source, 'ui/panel.ts'),
    'web-api': join(source, 'web-api/agent.ts'),
    'web-relay': join(source, 'web-api/relay.ts'),
    'install-links': join(source, 'web-api/install-links.ts'),
  };
  const scripts = [
    ...(await bundle(target, root, programs)),
    // Small, since it is injected into every page of an agent's tab.
    ...(await bundle(target, root, { page: join(source, 'page/main.ts') }, { minify: true })).map(inAscii),
  ];
  const icons = iconSizes.map(files.icon).map((path) => ({ path, content: readFileSync(join(source, '..', path)) }));
  const manifest = { path: 'manifest.json', content: Buffer.from(`${JSON.stringify(manifestFor(target), null, 2)}\n`) };
  const packed = { path: files.settings, content: Buffer.from(`${JSON.stringify(settings)}\n`) };
  const panel = [files.panel, 'panel.css', 'panel-views.css'].map((path) => ({
    path,
    content: readFileSync(join(source, 'ui', path)),
  }));
  const texts = { path: files.messages, content: readFileSync(join(source, '..', files.messages)) };
  return [manifest, packed, texts, ...panel, ...scripts.sort((a, b) => a.path.localeCompare(b.path)), ...icons];
}

/** A script with one other letter takes two bytes for each. esbuild leaves them in regular expressions. */
function inAscii({ path, content }: ZipEntry): ZipEntry {
  const text = Buffer.from(content).toString();
  if (/\\[^\0-\x7f]/.test(text)) throw new Error(`${path}: a backslash before a letter that is not ASCII.`);
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return { path, content: Buffer.from(text.replaceAll(/[^\0-\x7f]/g, escaped)) };
}

async function bundle(
  target: Target,
  root: string,
  entryPoints: Readonly<Record<string, string>>,
  options: BuildOptions = {},
): Promise<ZipEntry[]> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: '/',
    write: false,
    bundle: true,
    // Neither a classic worker nor an injected script may be a module.
    format: 'iife',
    target: oldest[target],
    conditions: ['@sallyport/source'],
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  });
  return (outputFiles ?? []).map(({ path, contents }) => ({
    path: path.split(/[\\/]/).at(-1) ?? '',
    content: contents,
  }));
}
