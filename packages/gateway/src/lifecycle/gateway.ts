// A gateway: the parts that do the work, the doors to them, and the order in which all of it ends.
import type { GatewayRecord } from '@sallyport/native-host/run-directory';
import { limits } from '@sallyport/protocol';
import type { HttpOptions, HttpStatus } from '../doors/http-entrance.ts';
import { delay } from '../path/work.ts';
import type { Config } from '../store/config.ts';
import type { Base } from './base.ts';
import { openCore } from './open-core.ts';
import { openDoors } from './open-doors.ts';

export interface GatewayOptions extends Omit<Base, 'pid' | 'nonce' | 'fence' | 'createId' | 'onFault'> {
  /** Ours, not yet published. */
  readonly record: GatewayRecord;
  readonly config: Config;
  /** Where that stands. */
  readonly configPath: string;
  /** Without it the gateway never leaves by itself. */
  readonly idleMs?: number;
  /** Asks the owner to close: nobody needed it, or someone said so. */
  readonly onLeave: (why: 'idle' | 'stop' | 'retire') => void;
}

export interface Gateway {
  /** Meets the apps. To be called once the record is published, since hosts check it. */
  begin(): void;
  /** Opens the HTTP door, after which the gateway never leaves by itself. Throws when the port is taken. */
  openHttp(options: HttpOptions): Promise<HttpStatus>;
  /** The config was changed: what can change in a running gateway does. */
  reconfigure(config: Config): void;
  /** Takes no new calls and resolves when those under way have ended, or the time is up. */
  drain(): Promise<void>;
  /** May be called again. `goodbye` tells shims not to come back before their agent calls. */
  close(options?: { readonly goodbye: boolean }): Promise<void>;
}

/** Listens when it resolves; serves agents when `begin` was called. */
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
    begin: () => core.begin(),
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
