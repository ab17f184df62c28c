// A home of its own with the built gateway and shim, agents of the official client, and a look at what is left running.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type GatewayRecord,
  openRunDirectory,
  type RunDirectory,
  readGatewayRecord,
  readMachine,
} from '@sallyport/native-host/run-directory';
import { afterAll, onTestFinished } from 'vitest';
import { type Agent, type Era, openAgent } from './agent.ts';
import { type BuiltPrograms, buildPrograms, programsIn } from './build-programs.ts';
import { eventually } from './eventually.ts';
import { type FakeExtension, openFakeExtension } from './fake-extension.ts';
import { type Answer, type FakeHost, type FakeHostOptions, openFakeHost } from './fake-host.ts';
import { answerFakeTools, fakeTools } from './fake-tools.ts';
import { hasEnded, processesNaming } from './left-behind.ts';

export interface GatewayWorld {
  readonly home: string;
  readonly env: Record<string, string>;
  readonly run: RunDirectory;
  readonly programs: BuiltPrograms;
  openHost(options?: Partial<FakeHostOptions>): Promise<FakeHost>;
  /** A real native host with a made-up browser. */
  openExtension(answer?: Answer, profile?: string): Promise<FakeExtension>;
  /** Starts a gateway process by hand; resolves when its record is there. */
  startGateway(...args: string[]): Promise<GatewayRecord>;
  spawnGateway(...args: string[]): ChildProcess;
  /** By SIGKILL; resolves when it is gone, since one that is dying still counts as running for the next. */
  killGateway(): Promise<void>;
  record(): GatewayRecord | undefined;
  openAgent(era: Era, options?: { readonly name?: string; readonly env?: Record<string, string> }): Promise<Agent>;
  read(path: string): string;
  /** Every file of the home, as text: what a secret must not be in. */
  everything(): string;
  /** Process ids that run this program, or any of this home. */
  running(program?: string): number[];
}

/** Made for the running test, and gone with it: every process of it is ended, whatever the test did. */
export function openGatewayWorld(): GatewayWorld {
  const home = mkdtempSync(join(tmpdir(), 'sallyport-gw-'));
  const programs = linkPrograms(join(home, 'programs'));
  const env = { SALLYPORT_HOME: home, USER: home.slice(-12), PATH: process.env.PATH ?? '', HOME: home };
  const machine = { ...readMachine(), env };
  const run = openRunDirectory(join(home, 'run'), machine);
  const closers: (() => Promise<void>)[] = [];

  onTestFinished(async () => {
    await Promise.all(closers.map((close) => close()));
    for (const pid of running()) kill(pid);
    await eventually('every process of the test has ended', () => running().length === 0);
    rmSync(home, { recursive: true, force: true });
  });

  const running = (program = home) => processesNaming(program).map(({ pid }) => pid);
  const record = () => readGatewayRecord(run);

  const spawnGateway = (...args: string[]) => {
    const child = spawn(process.execPath, [programs.gateway, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    closers.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    return child;
  };

  return {
    home,
    env,
    run,
    programs,
    record,
    running,
    spawnGateway,
    async openHost(options = {}) {
      const host = await openFakeHost({ run, tools: fakeTools, answer: answerFakeTools, ...options });
      closers.push(() => host.close());
      return host;
    },
    async openExtension(answer, profile) {
      const extension = await openFakeExtension(programs.host, env, answer, profile);
      closers.push(() => extension.close());
      return extension;
    },
    async startGateway(...args) {
      const child = spawnGateway(...args);
      return eventually('the gateway has published its record', () => {
        const found = record();
        return found?.pid === child.pid ? found : undefined;
      });
    },
    async killGateway() {
      const pid = record()?.pid ?? 0;
      process.kill(pid, 'SIGKILL');
      await eventually('the killed gateway is gone', () => hasEnded(pid));
    },
    async openAgent(era, options = {}) {
      const agent = await openAgent(programs.shim, era, { ...options, env: { ...env, ...options.env }, cwd: home });
      closers.push(() => agent.close());
      return agent;
    },
    read: (path) => readFileSync(join(home, path), 'utf8'),
    everything: () =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('programs'))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        .join('\n'),
  };
}

/** Where the bundles of this test file are; each world has links to them. */
let workshop: string | undefined;

// Registered when a test file loads this, since a worker of vitest is not told when it ends.
afterAll(() => {
  if (workshop !== undefined) rmSync(workshop, { recursive: true, force: true });
});

/** The same bundles as the product ships, under a folder of the test, by which its processes are known. */
function linkPrograms(folder: string): BuiltPrograms {
  if (workshop === undefined) {
    workshop = mkdtempSync(join(tmpdir(), 'sallyport-programs-'));
    buildPrograms(workshop);
  }
  mkdirSync(folder);
  for (const name of readdirSync(workshop)) linkSync(join(workshop, name), join(folder, name));
  return programsIn(folder);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
