// A gateway: core and doors, and the order in which they close.
import type { GatewayRecord } from '@sallyport/native-host/run-directory';
import { limits } from '@sallyport/protocol';
import type { HttpOptions, HttpStatus } from '../doors/http-entrance.ts';
import { delay } from '../path/work.ts';
import type { Config } from '../store/config.ts';
import type { Base } from './base.ts';
import { openCore } from './open-core.ts';
import { openDoors } from './open-doors.ts';

export interface GatewayOptions extends Omit<Base, 'pid' | 'nonce' | 'fence' | 'createId' | 'onFault'> {
  /** Our own, not yet published. */
  readonly record: GatewayRecord;
  readonly config: Config;
  readonly configPath: string;
  /** Without it the gateway does not exit when idle. */
  readonly idleMs?: number;
  /** Asks the owner to close the gateway. */
  readonly onLeave: (why: 'idle' | 'stop' | 'retire') => void;
}

export interface Gateway {
  /** Connects to the apps. To be called once the record is published, since hosts check it. */
  begin(): void;
  /** Opens the HTTP door, after which the gateway does not exit when idle. Throws when the port is in use. */
  openHttp(options: HttpOptions): Promise<HttpStatus>;
  /** Applies a changed config, as far as a running gateway can. */
  reconfigure(config: Config): void;
  /** Refuses new calls and resolves when those under way have ended, or after a time limit. */
  drain(): Promise<void>;
  /** May be called again. `goodbye` tells shims not to reconnect before their agent calls. */
  close(options?: { readonly goodbye: boolean }): Promise<void>;
}

/** Listens when it resolves; serves agents after `begin`. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const core = openCore(options);
  const doors = await openDoors(core, options);
  let closing: Promise<void> | undefined;

  async function tearDown(goodbye: boolean): Promise<void> {
    core.work.stop();
    core.idle.close();
    await doors.close(goodbye);
    await core.close();
  }

  return {
    begin() {
      core.begin();
      doors.openRemotes();
    },
    openHttp: doors.openHttp,
    reconfigure: (config) => core.reconfigure(config),
    async drain() {
      core.work.stop();
      doors.stopListening();
      const quiet = Promise.all([doors.whenIdle(), core.rooms.slots.whenFree()]);
      await Promise.race([quiet, delay(limits.gateway.retireMs)]);
    },
    close({ goodbye } = { goodbye: true }) {
      closing ??= tearDown(goodbye);
      return closing;
    },
  };
}
