// Hands whoever came to the gateway's socket to the part that serves its kind: an agent, the command line, an app that knocks.
import type { Offer } from '@sallyport/mcp-door';
import type { Caller, Callers, Claimed } from '../rooms/callers/callers.ts';
import type { AgentSessions } from './agent-sessions.ts';
import { type ControlMethods, serveControl } from './control/control.ts';
import type { LineStream } from './line-stream.ts';
import type { Visitor } from './visitor.ts';

export interface WelcomePorts {
  readonly callers: Callers;
  readonly sessions: AgentSessions;
  readonly offerTo: (by: Claimed) => Offer;
  readonly control: ControlMethods;
  /** They are here until the returned function is called. */
  readonly enter: (caller: Caller) => () => void;
  /** An agent came back that had been here before. */
  readonly onReturn: (caller: Caller) => void;
  /** A native host or an editor wants to be dialled. */
  readonly onKnock: (role: 'host' | 'editor') => void;
  readonly note: (event: 'agent_came' | 'agent_left', who: string) => void;
  readonly onFault: (thrown: unknown) => void;
}

export function createWelcome(ports: WelcomePorts): (visitor: Visitor, stream: LineStream) => void {
  const { callers, sessions, offerTo, note, onFault } = ports;
  return (visitor, stream) => {
    if (visitor.role === 'host' || visitor.role === 'editor') {
      stream.end();
      ports.onKnock(visitor.role);
      return;
    }
    if (visitor.role === 'cli') {
      stream.closed.then(ports.enter(callers.identify(visitor))).catch(onFault);
      serveControl(stream, ports.control, onFault);
      return;
    }
    const caller = arriving(callers, visitor);
    const leave = ports.enter(caller);
    note('agent_came', caller.name);
    if (visitor.isReturning) ports.onReturn(caller);
    sessions.receive({
      caller,
      isReturning: visitor.isReturning,
      offer: offerTo(visitor),
      stream,
      onLeave: () => {
        leave();
        note('agent_left', caller.name);
      },
    });
  };
}

/** One whose key is not known comes in as a stranger, to hear at its first request why it is not served. */
function arriving(callers: Callers, visitor: Extract<Visitor, { role: 'agent' }>): Caller {
  try {
    return callers.identify(visitor);
  } catch {
    const { key: _, ...stranger } = visitor;
    return callers.identify(stranger);
  }
}
