// A gateway as a process: claims the record, which is the lock, watches it, and exits when another gateway takes over.
import { join } from 'node:path';
import {
  chooseSocketPath,
  claimGatewayRecord,
  configFileOf,
  createId,
  createToken,
  ensurePrivateFolder,
  type GatewayRecord,
  locateFolders,
  type Machine,
  openRotatedLog,
  openRunDirectory,
  type RandomBytes,
  readGatewayRecord,
  readIfPresent,
  releaseGatewayRecord,
  removeFile,
} from '@sallyport/native-host/run-directory';
import { limits, PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import type { HttpOptions, HttpStatus } from '../doors/http-entrance.ts';
import { openJournal } from '../rooms/journal/journal.ts';
import { readJournal } from '../rooms/journal/read.ts';
import { parseConfig } from '../store/config.ts';
import { type ConfigWatch, watchConfig } from '../store/config-watch.ts';
import { openGateway } from './gateway.ts';

export interface DaemonOptions {
  readonly machine: Machine;
  readonly pid: number;
  readonly now: () => number;
  readonly random: RandomBytes;
  /** Undefined: it runs until it is stopped. */
  readonly idleMs?: number;
  readonly recordCheckMs?: number;
}

export type Daemon =
  | {
      readonly isOurs: true;
      readonly record: GatewayRecord;
      /** Resolves with why it ended. */
      readonly ended: Promise<Ending>;
      /** Rejects when the port is in use; the gateway goes on without. */
      openHttp(options: HttpOptions): Promise<HttpStatus>;
      /** Ends it cleanly; may be called again. */
      close(): Promise<void>;
    }
  /** Another gateway serves this user; nothing was started. */
  | { readonly isOurs: false; readonly record: GatewayRecord };

export type Ending = 'idle' | 'stop' | 'retire' | 'replaced' | 'closed';

export async function runDaemon(options: DaemonOptions): Promise<Daemon> {
  const { machine, pid, now, random } = options;
  const folders = locateFolders(machine);
  const run = openRunDirectory(folders.run, machine);
  ensurePrivateFolder(folders.data, machine);
  const configPath = configFileOf(machine);
  const configText = readIfPresent(configPath);
  const config = parseConfig(configText, configPath);
  const logFile = openRotatedLog({ path: join(folders.data, 'logs', 'gateway.log') });
  const log = (line: string) => logFile.write(`[Sallyport Gateway] ${new Date(now()).toISOString()} ${line}`);
  const journalPath = join(folders.data, 'journal.jsonl');
  const journal = openJournal(openRotatedLog({ path: journalPath }), now, () => readJournal(journalPath));
  journal.setDebug((machine.env.SALLYPORT_DEBUG ?? '') !== '');
  const nonce = createId(random);
  const record: GatewayRecord = {
    nonce,
    pid,
    version: PRODUCT_VERSION,
    socket: chooseSocketPath(run.path, `gateway-${nonce}.sock`, machine),
    token: createToken(random),
  };

  let settle: (why: Ending) => void = () => {};
  const ended = new Promise<Ending>((resolve) => {
    settle = resolve;
  });
  let ending: Promise<void> | undefined;
  let watch: NodeJS.Timeout | undefined;
  let configWatch: ConfigWatch | undefined;

  const gateway = await openGateway({
    run,
    machine,
    record,
    config,
    configPath,
    dataFolder: folders.data,
    mayWrite: () => {
      if (readGatewayRecord(run)?.nonce !== nonce) throw notOurs();
    },
    journal,
    now,
    random,
    log,
    idleMs: options.idleMs,
    onLeave: (why) => {
      end(why).catch(() => {});
    },
  });

  /** Removes the record before the socket closes: while the socket answers, nobody else touches the record. */
  async function leave(why: Ending): Promise<void> {
    clearInterval(watch);
    configWatch?.close();
    releaseGatewayRecord(run, nonce);
    if (why === 'retire' || why === 'replaced') await gateway.drain();
    await gateway.close({ goodbye: why === 'stop' || why === 'closed' });
    removeFile(record.socket);
    log(`left: ${why}`);
    journal.record({ kind: 'gateway', at: new Date(now()).toISOString(), event: 'stopped' });
    journal.close();
    logFile.close();
    settle(why);
  }

  function end(why: Ending): Promise<void> {
    ending ??= leave(why);
    return ending;
  }

  const claim = await claimGatewayRecord({ run, machine, record, now });
  if (!claim.isOurs) {
    await gateway.close();
    removeFile(record.socket);
    return { isOurs: false, record: claim.record };
  }
  watch = setInterval(() => {
    if (readGatewayRecord(run)?.nonce !== nonce) end('replaced').catch(() => {});
  }, options.recordCheckMs ?? limits.gateway.recordCheckMs);
  journal.record({ kind: 'gateway', at: new Date(now()).toISOString(), event: 'started' });
  log(`started, version ${PRODUCT_VERSION}, pid ${pid}`);
  gateway.begin();
  configWatch = watchConfig({
    path: configPath,
    text: configText,
    onConfig: (changed) => {
      gateway.reconfigure(changed);
      // A port that moved would cut off clients, which have it in their own config.
      if (changed.http?.port !== config.http?.port)
        log(
          'config: "http" is read when the gateway starts. Run "sallyport stop", and the next start uses the new value.',
        );
    },
    onUnsound: ({ message }) => log(`config: ${message} The previous config stays in force.`),
  });
  const { openHttp } = gateway;
  if (config.http !== undefined) {
    const logFailure = (thrown: unknown) =>
      log(`no HTTP door: ${thrown instanceof Error ? thrown.message : 'a fault'}`);
    await openHttp({ ...config.http, isOpenToAll: false }).catch(logFailure);
  }
  return { isOurs: true, record, ended, openHttp, close: () => end('closed') };
}

function notOurs(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'Another gateway has taken over for this user.', {
    hint: 'Try again: the next request reaches that one.',
  });
}
