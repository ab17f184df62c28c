// What the dialects need of the host around them.
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
  /** The host's side of a handshake, with what is known of the browser by now. */
  readonly hello: () => HostHello;
  /** The token of the gateway that runs now, read when it is needed. */
  readonly readGatewayToken: () => string | undefined;
  readonly onLinked: (link: LinkDialect) => void;
  readonly onUnlinked: (link: LinkDialect) => void;
}
