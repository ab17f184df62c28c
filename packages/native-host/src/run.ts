// Runs the native host in the process it is given, from the first log line to the exit code.
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import {
  CHROMIUM_EXTENSION_ID,
  chromiumOrigin,
  FIREFOX_EXTENSION_ID,
  PRODUCT_VERSION,
  systemClock,
} from '@sallyport/protocol';
import { Host } from './host.ts';
import { createLog, type Log, textOf } from './log.ts';
import type { Machine } from './run-directory/machine.ts';
import { locateFolders } from './run-directory/product-folders.ts';
import { parseJson } from './run-directory/record.ts';
import { openRotatedLog } from './run-directory/rotated-log.ts';
import { openSystemRandom } from './system-random.ts';

/** The part of `process` that the host uses. */
export interface HostProcess {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly pid: number;
  on(event: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
}

export interface NativeHostOptions {
  readonly process: HostProcess;
  readonly machine: Machine;
  /** The arguments that the browser adds: Chromium the caller's origin, Firefox the manifest and the extension's id. */
  readonly args: readonly string[];
}

/** By then the first answer has been sent, and nothing is worth compiling yet. */
const FIRST_ANSWER_MS = 20;

/** Resolves with the exit code once everything is closed and removed. The caller then ends the process. */
export async function runNativeHost({ process, machine, args }: NativeHostOptions): Promise<0 | 1> {
  const file = openLogFile(machine);
  const log = createLog({ stderr: process.stderr, file, now: systemClock.now });
  log(`Started, version ${PRODUCT_VERSION}, pid ${process.pid}, for ${describeCaller(args)}`);

  const random = await openSystemRandom();

  const exitCode = await new Promise<0 | 1>((resolve) => {
    const host = new Host({
      stdin: process.stdin,
      stdout: process.stdout,
      machine,
      locate: () => locateFolders(machine),
      clock: systemClock,
      random,
      log,
      pid: process.pid,
      startGateway: gatewayStarter(machine, log),
      onBusy: () => void setCompiler('--opt'),
      onEnd: (code) => end(code, code === 0 ? 'the browser closed the connection' : 'it cannot continue'),
    });
    const end = (code: 0 | 1, reason: string) => {
      log(`Ending: ${reason}`);
      void host.close().then(() => resolve(code));
    };
    const onFault = (error: unknown) => end(1, `an internal error, ${textOf(error)}`);
    process.on('uncaughtException', onFault);
    process.on('unhandledRejection', onFault);
    process.on('SIGINT', () => end(0, 'SIGINT'));
    process.on('SIGTERM', () => end(0, 'SIGTERM'));
    process.on('SIGHUP', () => end(0, 'SIGHUP'));
    const stopOptimizing = () => void setCompiler('--no-opt');
    host.open().then(() => systemClock.after(FIRST_ANSWER_MS, stopOptimizing), onFault);
  });
  file?.close();
  return exitCode;
}

function openLogFile(machine: Machine): ReturnType<typeof openRotatedLog> | undefined {
  try {
    return openRotatedLog({ path: join(locateFolders(machine).data, 'logs', 'host.log') });
  } catch {
    // Without a home folder the lines only go to stderr.
    return undefined;
  }
}

/**
 * Turns V8's optimising compiler on or off. It is off until there is much traffic, to save memory: most hosts handle a few
 * hundred calls, and a user has several hosts. node:v8 is loaded late because that takes three milliseconds.
 */
async function setCompiler(flag: '--opt' | '--no-opt'): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString(flag);
}

/** The browser starts the host only for extensions that its manifest names; a user's own manifest may name others. */
function describeCaller(args: readonly string[]): string {
  const caller = args.find((arg) => arg.startsWith('chrome-extension://') || /^(\{.+\}|.+@.+)$/.test(arg));
  if (caller === undefined) return 'an unknown caller';
  const isOurs = caller === chromiumOrigin(CHROMIUM_EXTENSION_ID) || caller === FIREFOX_EXTENSION_ID;
  return isOurs ? `our extension, ${caller}` : `another extension, ${caller.slice(0, 200)}`;
}

/** The launcher script sets the command. On Windows the browser ends the host's children with it, so none is started. */
function gatewayStarter({ platform, env }: Machine, log: Log): (() => void) | undefined {
  const command = parseJson(env.SALLYPORT_GATEWAY_COMMAND);
  if (platform === 'win32' || !isCommand(command)) return undefined;
  return () => {
    void startDetached(command).catch((error: unknown) => log(`The gateway could not be started: ${textOf(error)}`));
  };
}

function isCommand(value: unknown): value is readonly [string, ...string[]] {
  return Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string');
}

async function startDetached([file, ...args]: readonly [string, ...string[]]): Promise<void> {
  // Loaded only when needed: loading it takes two milliseconds.
  const { spawn } = await import('node:child_process');
  const child = spawn(file, args, { detached: true, stdio: 'ignore' });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  child.unref();
}
