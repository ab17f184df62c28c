// The command as npm installs it, run in a folder whose files somebody else wrote.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { projectRoot } from '../../support/test-sources.ts';

/** A copy of the package outside the clone, so that nothing of the clone lies beside it. */
function installGlobally(folder: string): string {
  const modules = join(folder, 'lib', 'node_modules');
  const cli = join(modules, '@sallyport', 'cli');
  mkdirSync(cli, { recursive: true });
  for (const part of ['bin', 'dist', 'package.json']) {
    cpSync(join(projectRoot, 'packages', 'cli', part), join(cli, part), { recursive: true });
  }
  for (const name of ['@sallyport/gateway', '@sallyport/mcp-door', '@sallyport/native-host', '@sallyport/protocol']) {
    symlinkSync(join(projectRoot, 'packages', name.slice('@sallyport/'.length)), join(modules, name), 'junction');
  }
  for (const name of ['commander', 'jsonc-parser']) {
    symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name), 'junction');
  }
  return join(cli, 'bin', 'sallyport.js');
}

describe('an installed command in a folder of a stranger', () => {
  it('executes no bundle from there', () => {
    const folder = temporaryFolder();
    const command = installGlobally(folder);
    const cwd = join(folder, 'cloned-repository');
    const proof = join(folder, 'executed');
    mkdirSync(join(cwd, 'dist'), { recursive: true });
    for (const file of ['gateway.cjs', 'native-host.cjs', 'mcp-shim.cjs']) {
      const planted = `require('node:fs').appendFileSync(${JSON.stringify(proof)}, '${file}\\n'); process.exit(1);`;
      writeFileSync(join(cwd, 'dist', file), planted);
    }
    const env = { PATH: process.env.PATH, HOME: folder, SALLYPORT_HOME: join(folder, 'home') };
    const run = spawnSync(process.execPath, [command, 'tools'], { cwd, env, encoding: 'utf8', timeout: 15_000 });
    expect(existsSync(proof)).toBe(false);
    expect(run.stderr).toContain('gateway');
    expect(run.status).toBe(1);
  });
});
