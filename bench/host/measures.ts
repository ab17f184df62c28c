// What is measured of a host: round trips, throughput, start, memory. Each function measures one thing of several rigs.
import { spawn } from 'node:child_process';
import { interleave, type Rounds, type Samples } from '../measure.ts';
import type { RigClient } from './client.ts';
import { within } from './deadline.ts';
import { Rig } from './rig.ts';
import { pageText, type Subject, type SubjectName } from './subjects.ts';

/** A sample that takes longer has hung. */
const SAMPLE_DEADLINE_MS = 60_000;
/** So many calls make everything on their way hot. */
/** What the JSON around the text of a call takes. */
const ENVELOPE_BYTES = 65;

export interface RoundTrips extends Rounds {
  /** Size of the call, and of its answer. */
  readonly bytes: number;
  readonly clients: number;
  /** Calls that each client makes in a round, one after the other. */
  readonly callsEach: number;
}

/** Milliseconds of every call, by host. All clients of a host call at once; the hosts take turns. */
export async function measureRoundTrips(
  rigs: readonly Rig[],
  { bytes, clients: count, callsEach, ...rounds }: RoundTrips,
): Promise<(name: SubjectName) => readonly number[]> {
  const text = pageText(bytes - ENVELOPE_BYTES);
  const contenders = [];
  const allClients: RigClient[] = [];
  for (const rig of rigs) {
    rig.answerWith(text);
    const clients = await rig.connectMany(count);
    allClients.push(...clients);
    contenders.push({ name: rig.subject.name, sample: () => volley(clients, text, callsEach) });
  }
  const samples = await interleave(contenders, rounds);
  await Promise.all(allClients.map((client) => client.close()));
  return (name) => samples(name).flat();
}

async function volley(clients: readonly RigClient[], text: Buffer, callsEach: number): Promise<readonly number[]> {
  const latencies: number[] = [];
  const callInTurn = async (client: RigClient) => {
    const frame = client.frame(text);
    for (let calls = 0; calls < callsEach; calls += 1) latencies.push(await client.call(frame));
  };
  await within(SAMPLE_DEADLINE_MS, 'a volley of calls', Promise.all(clients.map(callInTurn)));
  return latencies;
}

export interface Throughput extends Rounds {
  /** Size of an answer; the calls are short. */
  readonly bytes: number;
  readonly calls: number;
  /** Calls on their way at once. */
  readonly inFlight: number;
}

/** Megabytes of answers a second at one client, by host. */
export async function measureThroughput(
  rigs: readonly Rig[],
  { bytes, calls, inFlight, ...rounds }: Throughput,
): Promise<Samples<SubjectName, number>> {
  const contenders = [];
  const clients: RigClient[] = [];
  for (const rig of rigs) {
    rig.answerWith(pageText(bytes - ENVELOPE_BYTES));
    const client = await rig.connect('c0');
    clients.push(client);
    contenders.push({
      name: rig.subject.name,
      sample: async () => {
        const startedAt = performance.now();
        // Each of these callers shares the one connection.
        await volley(
          Array.from({ length: inFlight }, () => client),
          pageText(100),
          calls / inFlight,
        );
        return (calls * bytes) / 1000 / (performance.now() - startedAt);
      },
    });
  }
  const samples = await interleave(contenders, rounds);
  await Promise.all(clients.map((client) => client.close()));
  return samples;
}

/** Milliseconds from the start of the process to its first pong, and of a Node that does nothing. */
export function measureStart(
  node: string,
  subjects: readonly Subject[],
  rounds: Rounds,
): Promise<Samples<SubjectName | 'bare', number>> {
  const hosts = subjects.map((subject) => ({
    name: subject.name,
    sample: async () => {
      const rig = new Rig({ subject, node });
      try {
        return await rig.firstPongMs();
      } finally {
        await rig.close();
      }
    },
  }));
  return interleave<SubjectName | 'bare', number>(
    [{ name: 'bare', sample: () => bareStartMs(node) }, ...hosts],
    rounds,
  );
}

function bareStartMs(node: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(node, ['-e', '0'], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<number>((resolve) => child.once('close', () => resolve(performance.now() - startedAt)));
  return within(SAMPLE_DEADLINE_MS, 'the end of node -e 0', ended);
}

/** Resident memory. */
export interface Memory {
  /** At rest, before the first call. */
  readonly idleBytes: number;
  /** After so many clients came, called once and went. */
  readonly afterBytes: number;
}

export async function measureMemory(node: string, subject: Subject, connects: number): Promise<Memory> {
  const rig = new Rig({ subject, node });
  try {
    const text = pageText(100);
    rig.answerWith(text);
    const serveClient = async (calls: number) => {
      const client = await rig.connect('c0');
      await volley([client], text, calls);
      await client.close();
    };
    // Calls nothing: shows that the host is up.
    await serveClient(0);
    const idleBytes = rig.residentBytes();
    for (let count = 0; count < connects; count += 1) await serveClient(1);
    return { idleBytes, afterBytes: rig.residentBytes() };
  } finally {
    await rig.close();
  }
}
