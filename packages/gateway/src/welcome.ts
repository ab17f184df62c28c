// Hands whoever came to the gateway's socket to the part that serves its kind: an agent, the command line, a native host.
import type { Offer } from '@sallyport/mcp-door';
import type { Caller, Callers, Claimed } from './callers/callers.ts';
import { type ControlMethods, serveControl } from './doors/control.ts';
import type { LineStream } from './doors/line-stream.ts';
import type { Visitor } from './doors/visitor.ts';
import type { Stays } from './stays.ts';

export interface WelcomePorts {
  readonly callers: Callers;
  readonly stays: Stays;
  readonly offerTo: (by: Claimed) => Offer;
  readonly control: ControlMethods;
  /** Someone is here until the returned function is called. */
  readonly enter: () => () => void;
  /** A native host wants to be dialled. */
  readonly onKnock: () => void;
  readonly note: (event: 'agent_came' | 'agent_left', who: string) => void;
  readonly onFault: (thrown: unknown) => void;
}

export function createWelcome(ports: WelcomePorts): (visitor: Visitor, stream: LineStream) => void {
  const { callers, stays, offerTo, note, onFault } = ports;
  return (visitor, stream) => {
    if (visitor.role === 'host') {
      stream.end();
      ports.onKnock();
      return;
    }
    const leave = ports.enter();
    if (visitor.role === 'cli') {
      stream.closed.then(leave).catch(onFault);
      serveControl(stream, ports.control, onFault);
      return;
    }
    const caller = arriving(callers, visitor);
    note('agent_came', caller.name);
    stays.receive({
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
