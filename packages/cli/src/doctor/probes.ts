// The doctor's ways to try things out, replaced in tests.
import { PRODUCT_VERSION, recordsIn } from '@sallyport/protocol';
import { openMcpSession } from '../up/mcp-session.ts';

/** A client's entry, as the client starts it. */
export interface StartedEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Probes {
  /** Starts the entry, says hello and lists tools; resolves with their number. */
  readonly pingEntry: (entry: StartedEntry) => Promise<number>;
  /** How long a process may take to answer a request that it answers from memory. */
  readonly answerMs: number;
}

const LIST_MS = 15_000;
/** What clients pass on to the servers that they start. */
const INHERITED = [
  'HOME',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'USER',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
  'SystemRoot',
];

export function realProbes(env: Readonly<Record<string, string | undefined>>): Probes {
  return {
    async pingEntry({ command, args, env: own }) {
      const inherited = Object.fromEntries(INHERITED.map((name) => [name, env[name]]));
      const session = await openMcpSession([command, ...args], {
        env: { ...inherited, ...own },
        version: PRODUCT_VERSION,
      });
      try {
        const { tools } = await session.request('tools/list', {}, LIST_MS);
        return recordsIn(tools).length;
      } finally {
        await session.close();
      }
    },
    answerMs: 4_000,
  };
}
