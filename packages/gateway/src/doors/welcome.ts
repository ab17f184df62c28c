// Serves a client of the gateway's socket by its role: an agent, the command line, or an app that knocks.
import type { Offer } from '@sallyport/mcp-door';
import type { Caller, Callers, Claimed } from '../rooms/callers/callers.ts';
import type { AgentSessions } from './agent-sessions.ts';
import type { ConnectingClient } from './connecting-client.ts';
import { type ControlMethods, serveControl } from './control/control.ts';
import type { LineStream } from './line-stream.ts';

export interface WelcomePorts {
  readonly callers: Callers;
  readonly sessions: AgentSessions;
  readonly offerTo: (by: Claimed) => Offer;
  readonly control: ControlMethods;
  /** The caller counts as connected until the returned function is called. */
  readonly enter: (caller: Caller) => () => void;
  /** An agent reconnected. */
  readonly onReturn: (caller: Caller) => void;
  /** A native host or an editor wants to be dialled. */
  readonly onKnock: (role: 'host' | 'editor') => void;
  readonly note: (event: 'agent_came' | 'agent_left', who: string) => void;
  readonly onFault: (thrown: unknown) => void;
}

export function createWelcome(ports: WelcomePorts): (client: ConnectingClient, stream: LineStream) => void {
  const { callers, sessions, offerTo, note, onFault } = ports;
  return (client, stream) => {
    if (client.role === 'host' || client.role === 'editor') {
      stream.end();
      ports.onKnock(client.role);
      return;
    }
    if (client.role === 'cli') {
      stream.closed.then(ports.enter(callers.identify(client))).catch(onFault);
      serveControl(stream, ports.control, onFault);
      return;
    }
    const caller = arriving(callers, client);
    const leave = ports.enter(caller);
    note('agent_came', caller.name);
    if (client.isReturning) ports.onReturn(caller);
    sessions.serve({
      caller,
      isReturning: client.isReturning,
      offer: offerTo(client),
      stream,
      onClosed: () => {
        leave();
        note('agent_left', caller.name);
      },
    });
  };
}

/** An agent with an unknown key is let in without it; its first request fails with the reason. */
function arriving(callers: Callers, client: Extract<ConnectingClient, { role: 'agent' }>): Caller {
  try {
    return callers.identify(client);
  } catch {
    const { key: _, ...stranger } = client;
    return callers.identify(stranger);
  }
}
