// The three programs that are measured, made alike: how each is started and how its browser side answers a call.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHROMIUM_EXTENSION_ID, chromiumOrigin } from '@sallyport/protocol';
import { build } from 'esbuild';

export type SubjectName = 'ours' | 'seed' | 'limit';

export interface Subject {
  readonly name: SubjectName;
  /** What Node is started with. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly socketPath: string;
  /**
   * The payload that answers a call, with the text in it; undefined for a message that is not a call. Reads no further than
   * the first bytes: what the rig itself does must not count.
   */
  answer(payload: Buffer, text: Buffer): readonly Buffer[] | undefined;
}

export interface Workshop {
  /** The project's root. */
  readonly root: string;
  /** A temporary folder for sockets, homes and built peers. */
  readonly folder: string;
  /** Sets our sockets apart from those of a host that a person is using. */
  readonly user: string;
}

const HEAD_BYTES = 512;
const ADDRESS_BYTES = 4;

export async function buildSubjects(workshop: Workshop): Promise<Readonly<Record<SubjectName, Subject>>> {
  await build({
    absWorkingDir: workshop.root,
    entryPoints: ['bench/peers/seed-host.ts', 'bench/peers/raw-relay.ts'],
    outdir: workshop.folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'warning',
  });
  return { ours: ours(workshop), seed: seed(workshop), limit: limit(workshop) };
}

function ours({ root, folder, user }: Workshop): Subject {
  const file = join(root, 'dist', 'native-host.cjs');
  if (!existsSync(file)) throw new Error('dist/native-host.cjs is not built: run "npm run build" first.');
  return {
    name: 'ours',
    args: [file, chromiumOrigin(CHROMIUM_EXTENSION_ID)],
    env: { USER: `${user}-ours`, SALLYPORT_HOME: join(folder, 'home') },
    socketPath: `/tmp/claude-code-mcp-${user}-ours.sock`,
    answer(payload, text) {
      const call = readCall(payload);
      return (
        call &&
        wrap(`{"type":"tool_response","id":"${call.id}","result":{"asker":"${call.asker}","text":"`, text, '"}}')
      );
    },
  };
}

function seed({ folder, user }: Workshop): Subject {
  return {
    name: 'seed',
    args: [join(folder, 'seed-host.cjs')],
    env: { USER: `${user}-seed` },
    socketPath: `/tmp/claude-code-mcp-${user}-seed.sock`,
    answer(payload, text) {
      const call = readCall(payload);
      return call && wrap(`{"type":"tool_response","result":{"asker":"${call.asker}","text":"`, text, '"}}');
    },
  };
}

function limit({ folder }: Workshop): Subject {
  const socketPath = join(folder, 'limit.sock');
  return {
    name: 'limit',
    args: [join(folder, 'raw-relay.cjs'), socketPath],
    env: {},
    socketPath,
    answer(payload, text) {
      const call = readCall(payload.subarray(ADDRESS_BYTES));
      const address = payload.subarray(0, ADDRESS_BYTES);
      return call && [address, ...wrap(`{"result":{"asker":"${call.asker}","text":"`, text, '"}}')];
    },
  };
}

function wrap(head: string, text: Buffer, tail: string): readonly Buffer[] {
  return [Buffer.from(head), text, Buffer.from(tail)];
}

/** The JSON text of a call, as every client sends it. */
export function callOf(asker: string, text: Buffer): readonly Buffer[] {
  return wrap(`{"method":"execute_tool","params":{"asker":"${asker}","text":"`, text, '"}}');
}

/** Finds who asks, and our host's id of the call, in the first bytes of a message that holds a call. */
export function readCall(payload: Buffer): { readonly asker: string; readonly id: string } | undefined {
  const head = payload.toString('latin1', 0, HEAD_BYTES);
  const asker = /"asker":"(\w+)"/.exec(head)?.[1];
  return asker === undefined ? undefined : { asker, id: /"id":"([^"]+)"/.exec(head)?.[1] ?? '' };
}

const LINE = '- link \\"Opening hours\\" [ref=e000]\\n';

/** So many bytes of what a browser tool returns: lines of a page snapshot, as they stand escaped in JSON. */
export function pageText(byteLength: number): Buffer {
  return Buffer.from(LINE.repeat(Math.floor(byteLength / LINE.length)) + '.'.repeat(byteLength % LINE.length));
}
