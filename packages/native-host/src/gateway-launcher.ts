// Makes a gateway connect to this host: knocks at the running one, or starts one.
import { type Clock, limits } from '@sallyport/protocol';
import type { Log } from './log.ts';
import { knockAtGateway } from './run-directory/knock.ts';
import type { RunDirectory } from './run-directory/private-folder.ts';

export interface GatewayLauncherOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly hostId: string;
  readonly run: RunDirectory;
  /** Undefined where a host cannot start a gateway. */
  readonly startGateway: (() => void) | undefined;
  /** Whether a gateway is wanted as soon as a browser is open. */
  readonly isWantedAtOnce: () => boolean;
}

export class GatewayLauncher {
  readonly #options: GatewayLauncherOptions;
  #startedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: GatewayLauncherOptions) {
    this.#options = options;
  }

  /** Announces a host that has just started. */
  async arrive(): Promise<void> {
    if (!(await this.knock()) && this.#options.isWantedAtOnce()) await this.ensureGateway();
  }

  /** Announces this host to the running gateway. True when there is one. */
  async knock(): Promise<boolean> {
    const { run, hostId } = this.#options;
    return knockAtGateway(run, { role: 'host', hostId });
  }

  /** Knocks, and starts a gateway where none is running; that one finds this host by its record. */
  async ensureGateway(): Promise<void> {
    const { clock, log, startGateway } = this.#options;
    if (await this.knock()) return;
    // One start serves all waiting requests.
    if (clock.now() - this.#startedAtMs < limits.host.gatewayStartMs) return;
    this.#startedAtMs = clock.now();
    if (startGateway === undefined) {
      log('No gateway is running, and this host has no command to start one');
      return;
    }
    log('No gateway is running; starting one');
    startGateway();
  }
}
