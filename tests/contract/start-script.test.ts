// What npm start does besides `sallyport up`: it does not outlive the npm that ran it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { projectRoot } from '../support/test-sources.ts';

it('ends, in order, when the shell that npm runs it in is ended', async () => {
  const module = pathToFileURL(join(projectRoot, 'scripts', 'end-with-parent.mjs')).href;
  const script = `
    const { endWithParent } = await import(${JSON.stringify(module)});
    endWithParent();
    process.once('SIGTERM', () => { console.log('closing'); process.exit(); });
    console.log(process.pid);
    setInterval(() => {}, 1000);`;
  // Not the last command, so that no shell puts itself in its place.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, script]);
  let said = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const pid = Number(await eventually('the script runs', () => /^(\d+)\n/.exec(said)?.[1]));
  onTestFinished(() => {
    if (isLiving(pid)) process.kill(pid, 'SIGKILL');
  });
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  await eventually('the script has ended', () => !isLiving(pid));
  expect(said).toContain('closing');
});

function isLiving(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
