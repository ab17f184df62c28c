// What is published: one package that works in an empty folder and home, and the other files of a release.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { mcpbManifest } from '../../scripts/release/mcpb.ts';
import { serverJson } from '../../scripts/release/server-json.ts';
import { stagePackage } from '../../scripts/release/stage-package.ts';
import { readVersions } from '../../scripts/release/versions.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { projectRoot } from '../support/test-sources.ts';

it('the package needs no clone and no dependency: its command sets up a client and restores its file', async () => {
  const folder = temporaryFolder();
  const [staged, home, empty] = [join(folder, 'package'), join(folder, 'home'), join(folder, 'empty')];
  mkdirSync(join(home, '.gemini'), { recursive: true });
  mkdirSync(empty);
  const settings = join(home, '.gemini', 'settings.json');
  writeFileSync(settings, '{ "theme": "dark" }');
  await stagePackage(projectRoot, staged);
  const manifest = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: 'sallyport',
    version: PRODUCT_VERSION,
    bin: { sallyport: 'bin/sallyport.js' },
  });
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('scripts');
  expect(readdirSync(join(staged, 'bundles')).sort()).toEqual([
    'chromium',
    'firefox',
    'gateway.cjs',
    'mcp-shim.cjs',
    'native-host.cjs',
    'notes-server.cjs',
    'sallyport.vsix',
  ]);
  expect(readFileSync(join(staged, 'THIRD-PARTY-LICENSES.txt'), 'utf8')).toMatch(/^commander \S+ \(MIT\)$/m);
  const sallyport = (...args: string[]) =>
    spawnSync(process.execPath, [join(staged, 'bin', 'sallyport.js'), ...args], {
      cwd: empty,
      env: { PATH: process.env.PATH ?? '', HOME: home },
      encoding: 'utf8',
      timeout: 20_000,
    });
  expect(sallyport('--version').stdout).toBe(`${PRODUCT_VERSION}\n`);
  expect(sallyport('install', '--only', 'agents', '--yes')).toMatchObject({ status: 0, stderr: '' });
  const { command, args } = JSON.parse(readFileSync(settings, 'utf8')).mcpServers.sallyport;
  expect([command, existsSync(args[0])]).toEqual([process.execPath, true]);
  expect(args[0].startsWith(home)).toBe(true);
  expect(sallyport('uninstall', '--purge', '--yes')).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(settings, 'utf8')).toBe('{ "theme": "dark" }');
  expect(readdirSync(empty)).toEqual([]);
}, 60_000);

it('all parts have one version, also in what registries read', () => {
  const { version, description, node } = readVersions(projectRoot);
  expect(version).toBe(PRODUCT_VERSION);
  expect(serverJson({ version, description })).toMatchObject({
    version,
    packages: [{ registryType: 'npm', identifier: 'sallyport', version, transport: { type: 'stdio' } }],
  });
  // The registry refuses longer ones.
  expect(description.length).toBeLessThanOrEqual(100);
  expect(mcpbManifest({ version, description, node })).toMatchObject({
    manifest_version: '0.3',
    version,
    server: { type: 'node', mcp_config: { args: [`\${__dirname}/server/mcp-shim.cjs`] } },
  });
});
