// A home for the doctor: real files, and in place of processes sockets that answer as each test says.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type CommandContext, nodeDisk, run as runCli } from '@sallyport/cli';
import {
  createId,
  gatewayRecordPath,
  openRunDirectory,
  readMachine,
  writeRecord,
} from '@sallyport/native-host/run-directory';
import { isRecord, LineDecoder, limits, PRODUCT_VERSION } from '@sallyport/protocol';
import { onTestFinished } from 'vitest';
import type { Check } from '../../packages/cli/src/doctor/check.ts';
import { runChecks } from '../../packages/cli/src/doctor/checks.ts';
import type { Probes } from '../../packages/cli/src/doctor/probes.ts';
import { openInstallerWorld } from './installer-world.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Answers = Readonly<Record<string, unknown>>;

export interface DoctorWorld {
  readonly home: string;
  readonly context: CommandContext;
  put(path: string, text: string): void;
  read(path: string): string;
  remove(path: string): void;
  /** Runs a command; throws when it fails. */
  sallyport(...args: string[]): Promise<void>;
  /** A gateway that gives these results by method, and no answer to any other. */
  openGateway(answers: Answers, version?: string): Promise<void>;
  /** A native host or an editor that accepts connections; `isDead` for one that is gone. Returns its id. */
  openApp(
    kind: 'hosts' | 'editors',
    options?: { readonly version?: string; readonly isDead?: boolean },
  ): Promise<string>;
  check(overrides?: Partial<CommandContext>, probes?: Partial<Probes>): Promise<readonly Check[]>;
}

export function openDoctorWorld(): DoctorWorld {
  const home = temporaryFolder();
  const installer = openInstallerWorld('linux');
  onTestFinished(() => installer.close());
  const machine = { ...readMachine(), env: { HOME: home, SALLYPORT_HOME: join(home, 'sp') } };
  const bundles = join(home, 'bundles');
  mkdirSync(bundles);
  for (const file of ['native-host.cjs', 'gateway.cjs', 'mcp-shim.cjs']) writeFileSync(join(bundles, file), '');
  const stdout = new PassThrough().resume();
  const context: CommandContext = {
    machine,
    cwd: home,
    stdin: new PassThrough(),
    stdout,
    stderr: stdout,
    terminalColumns: undefined,
    randomBytes,
    now: Date.now,
    pid: process.pid,
    untilInterrupted: () => new Promise(() => {}),
    node: { path: process.execPath, version: process.version },
    program: 'sallyport',
    bundles,
    confirm: undefined,
    sendSignal: (pid, signal) => void process.kill(pid, signal),
    openAddress: () => {},
    installer: {
      ...installer.ports,
      disk: nodeDisk,
      // Browsers of the machine that runs the tests are not this user's.
      exists: (path) => (path.startsWith(home) || path === process.execPath) && existsSync(path),
      alone: (_, change) => change(),
    },
  };
  const directory = () => openRunDirectory(join(home, 'sp', 'run'), machine);

  async function listen(server: Server, where: string | 0): Promise<string> {
    if (where === 0) server.listen(0, '127.0.0.1');
    else server.listen(where);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    return isRecord(address) ? `http://127.0.0.1:${address.port}/mcp` : String(where);
  }

  return {
    home,
    context,
    put(path, text) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    },
    read: (path) => readFileSync(join(home, path), 'utf8'),
    remove: (path) => rmSync(join(home, path), { recursive: true }),
    async sallyport(...args) {
      const exitCode = await runCli(args, context);
      if (exitCode !== 0) throw new Error(`sallyport ${args.join(' ')} exited with ${exitCode}`);
    },
    async openGateway(answers, version = PRODUCT_VERSION) {
      const run = directory();
      const socket = await listen(createGateway(answers), join(run.path, 'gateway-test.sock'));
      const record = { nonce: createId(randomBytes), pid: process.pid, version, socket, token: 'b'.repeat(64) };
      writeFileSync(gatewayRecordPath(run), JSON.stringify(record), { mode: 0o600 });
    },
    async openApp(kind, { version = PRODUCT_VERSION, isDead = false } = {}) {
      const folder = directory()[kind];
      const id = createId(randomBytes);
      const server = createServer(() => {});
      const socket = await listen(server, kind === 'hosts' ? join(folder, `${id.slice(0, 8)}.sock`) : 0);
      if (isDead) server.close();
      // No process has a number that large.
      const pid = isDead ? 2 ** 22 + 1 : process.pid;
      writeRecord(folder, { id, pid, version, startedAt: new Date(0).toISOString(), socket });
      return id;
    },
    check: (overrides = {}, probes = {}) =>
      runChecks({ ...context, ...overrides }, { pingEntry: async () => 3, answerMs: 150, ...probes }),
  };
}

/** Speaks the command line's side of the gateway's socket. */
function createGateway(answers: Answers): Server {
  return createServer((socket) => {
    const decoder = new LineDecoder({ maxBytes: limits.frame.linkMaxBytes });
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const decoded of decoder.push(bytes)) {
        const message = decoded.ok && isRecord(decoded.message) ? decoded.message : {};
        const result = answers[String(message.method)];
        if (result !== undefined) socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n`);
      }
    });
  });
}
