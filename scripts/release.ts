// npm run release -- --out DIR: everything that is published, checked: tarball, .mcpb, server.json, extensions, checksums.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packMcpb } from './release/mcpb.ts';
import { serverJson } from './release/server-json.ts';
import { stagePackage } from './release/stage-package.ts';
import { readVersions } from './release/versions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) {
  console.error('Name the folder for the release: npm run release -- --out DIR');
  process.exit(2);
}
const out = resolve(process.env.INIT_CWD ?? process.cwd(), values.out);
const { version, description, node } = readVersions(root);
mkdirSync(out, { recursive: true });
const staged = mkdtempSync(join(tmpdir(), 'sallyport-release-'));
try {
  await stagePackage(root, join(staged, 'package'));
  const { status } = spawnSync('npm', ['pack', join(staged, 'package'), '--pack-destination', out, '--silent'], {
    cwd: staged,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm pack failed.');
} finally {
  rmSync(staged, { recursive: true, force: true });
}
writeFileSync(join(out, `sallyport-${version}.mcpb`), packMcpb(root, { version, description, node }));
writeFileSync(join(out, 'server.json'), `${JSON.stringify(serverJson({ version, description }), null, 2)}\n`);
for (const name of ['sallyport-chromium.zip', 'sallyport-firefox.zip', 'sallyport.vsix']) {
  cpSync(join(root, 'dist', name), join(out, name.replace('.', `-${version}.`)));
}
const files = readdirSync(out).filter((name) => name.includes(version) || name === 'server.json');
const sum = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(out, name)))
    .digest('hex');
// In the form that `sha256sum --check` reads.
writeFileSync(join(out, 'SHA256SUMS'), files.map((name) => `${sum(name)}  ${name}\n`).join(''));
console.log(`${files.length} files in ${out}, version ${version}`);
