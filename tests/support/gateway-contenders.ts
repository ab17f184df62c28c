// Several processes that all want to be the gateway of one run directory, and one that was it and got killed.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { GatewayRecord } from '@sallyport/native-host/run-directory';
import { buildSync } from 'esbuild';
import { projectRoot } from './test-sources.ts';

interface Contender {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly nextLine: () => Promise<string>;
}

let program: string | undefined;

/** Starts so many processes, lets them race at one word, and returns what each says of the owner. */
export async function contend(runPath: string, count: number): Promise<{ isOurs: boolean; nonce: string }[]> {
  const contenders = await Promise.all(Array.from({ length: count }, () => start(runPath)));
  try {
    for (const { child } of contenders) child.stdin.write('go\n');
    return await Promise.all(contenders.map(async ({ nextLine }) => JSON.parse(await nextLine())));
  } finally {
    await Promise.all(
      contenders.map(({ child }) => {
        child.stdin.end();
        return once(child, 'exit');
      }),
    );
  }
}

/** The record that a gateway left behind when it was killed. */
export async function killedGateway(runPath: string): Promise<GatewayRecord> {
  const { child, nextLine } = await start(runPath);
  child.stdin.write('go\n');
  await nextLine();
  child.kill('SIGKILL');
  await once(child, 'exit');
  return JSON.parse(readFileSync(join(runPath, 'gateway.json'), 'utf8'));
}

async function start(runPath: string): Promise<Contender> {
  program ??= bundle();
  const child = spawn(process.execPath, ['-e', program, runPath], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('A contender ended without a word.');
    return value;
  };
  await nextLine();
  return { child, nextLine };
}

function bundle(): string {
  const { outputFiles } = buildSync({
    absWorkingDir: projectRoot,
    entryPoints: ['tests/support/gateway-contender.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    conditions: ['@sallyport/source'],
  });
  return outputFiles[0]?.text ?? '';
}
