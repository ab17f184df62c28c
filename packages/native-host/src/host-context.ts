// The parts of a host that its dialects use.
import type { Clock, HostHello } from '@sallyport/protocol';
import type { Agents } from './agents.ts';
import type { LinkDialect } from './link-dialect.ts';
import type { Log } from './log.ts';
import type { Router } from './router.ts';

export interface HostContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly router: Router;
  readonly agents: Agents;
  readonly token: string;
  /** The host's hello, with what is known about the browser so far. */
  readonly hello: () => HostHello;
  /** Reads the token of the running gateway. */
  readonly readGatewayToken: () => string | undefined;
  readonly onLinked: (link: LinkDialect) => void;
  readonly onUnlinked: (link: LinkDialect) => void;
}
