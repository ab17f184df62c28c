import { describe, expect, it } from 'vitest';
import { openPrograms } from './run-program.ts';

const command = process.execPath;

describe('a program that prints a secret', () => {
  it('ends with its code and what it printed, from what it got on its stdin', async () => {
    const run = openPrograms({ env: process.env, timeoutMs: 10_000 });
    const echo = 'process.exitCode = 3; process.stdin.pipe(process.stdout);';
    expect(await run({ command, args: ['-e', echo], input: 'plum' })).toEqual({ code: 3, out: 'plum' });
  });

  it('is not waited for longer than it may take, though a program of its own still holds its output', async () => {
    const run = openPrograms({ env: process.env, timeoutMs: 1_000 });
    const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 8000)'], { stdio: 'inherit' });`;
    const beganAt = Date.now();
    await expect(run({ command, args: ['-e', child] })).rejects.toThrow('did not answer in time');
    expect(Date.now() - beganAt).toBeLessThan(6_000);
  });
});
