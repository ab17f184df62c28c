// How a host gets a gateway to dial it: a knock at the one that runs, else the start of one.
import { type Clock, limits } from '@sallyport/protocol';
import type { Log } from './log.ts';
import { knockAtGateway } from './run-directory/knock.ts';
import type { RunDirectory } from './run-directory/private-folder.ts';

export interface GatewaySummonsOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly hostId: string;
  readonly run: RunDirectory;
  /** Undefined where a host may start none. */
  readonly startGateway: (() => void) | undefined;
}

export class GatewaySummons {
  readonly #options: GatewaySummonsOptions;
  #startedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: GatewaySummonsOptions) {
    this.#options = options;
  }

  /** Tells the gateway that runs, if any, that this host is here. True when it heard. */
  async knock(): Promise<boolean> {
    const { run, hostId } = this.#options;
    return knockAtGateway(run, { role: 'host', hostId });
  }

  /** Knocks; where nobody hears, starts a gateway, which looks for hosts on its own. */
  async summon(): Promise<void> {
    const { clock, log, startGateway } = this.#options;
    if (await this.knock()) return;
    // One start serves all requests that wait for it.
    if (clock.now() - this.#startedAtMs < limits.host.gatewayStartMs) return;
    this.#startedAtMs = clock.now();
    if (startGateway === undefined) {
      log('No gateway runs, and this host was not told how to start one');
      return;
    }
    log('No gateway runs; starting one');
    startGateway();
  }
}
