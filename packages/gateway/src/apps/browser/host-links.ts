// Run: a link to each native host of the run directory.
import { connect, type Socket } from 'node:net';
import {
  type AppRecord,
  type Machine,
  probeSocket,
  type RunDirectory,
  readToken,
  removeDeadSocket,
  removeRecord,
  tokenPath,
} from '@sallyport/native-host/run-directory';
import { capabilities, limits, PRODUCT_VERSION, SallyportError, WIRE } from '@sallyport/protocol';
import { RecordFinder } from '../record-finder.ts';
import { type Link, type LinkOptions, openLink } from './link.ts';

export interface HostLinksOptions {
  readonly run: RunDirectory;
  readonly machine: Machine;
  /** The token of our own record, which proves to a host that we are the gateway. */
  readonly gatewayToken: string;
  readonly now: () => number;
  readonly createId: () => string;
  /** Part of dialling: a scan waits for this too. */
  readonly onLink: (link: Link) => Promise<void>;
  readonly onCall: LinkOptions['onCall'];
  readonly log: (line: string) => void;
}

/** A host writes its record before it listens, so a younger record is not taken for dead. */
const STARTUP_MS = 5000;

export function createHostLinks(options: HostLinksOptions): RecordFinder<Link> {
  const { run, onLink, log } = options;
  const dial = (record: AppRecord) => dialHost(record, options);
  return new RecordFinder({ folder: run.hosts, kind: 'host', dial, onFound: onLink, log });
}

async function dialHost(record: AppRecord, options: HostLinksOptions): Promise<Link | undefined> {
  const { run, gatewayToken, now, createId, onCall } = options;
  const token = readToken(tokenPath(run.hosts, record.id));
  const socket = token === undefined ? undefined : await connectTo(record, options);
  if (token === undefined || socket === undefined) return undefined;
  return openLink({
    socket,
    now,
    createId,
    hello: { type: 'hello', role: 'gateway', wire: WIRE, version: PRODUCT_VERSION, capabilities, token, gatewayToken },
    onCall,
  });
}

/** Undefined when nothing listens there; the record is then removed. */
async function connectTo(record: AppRecord, { run, machine, now }: HostLinksOptions): Promise<Socket | undefined> {
  try {
    return await connectSocket(record.socket);
  } catch {
    const isYoung = now() - Date.parse(record.startedAt) < STARTUP_MS;
    if (isYoung || (await probeSocket(record.socket)) === 'alive') return undefined;
    await removeDeadSocket(record.socket, machine);
    removeRecord(run.hosts, record.id);
    return undefined;
  }
}

function connectSocket(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const timer = setTimeout(() => socket.destroy(), limits.gateway.helloMs);
    const onClose = () => {
      clearTimeout(timer);
      reject(new SallyportError('ERR_SERVER_UNAVAILABLE', 'Nothing accepts the connection.'));
    };
    socket.on('error', () => {});
    socket.once('close', onClose);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('close', onClose);
      resolve(socket);
    });
  });
}
