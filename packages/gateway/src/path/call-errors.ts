// Errors of a call that its app did not cause: a server that is down, a result that cannot be passed on, a call that did not stop.
import { limits, SallyportError } from '@sallyport/protocol';

/** For a caller that may not start the server, it is down. */
export function requireStart(requirePermission: () => unknown, serverId: string): void {
  try {
    requirePermission();
  } catch (cause) {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', `The server ${serverId} is not running.`, {
      hint: 'Only an origin with the scope mcp:server.connect may start it. The call has not run.',
      data: { outcome: 'not_run', scope: 'mcp:server.connect' },
      cause,
    });
  }
}

/** A call to a server that is away still waits for it; one that ran would have failed when the server went. */
export function notBack(serverId: string): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', `The server ${serverId} did not start in time.`, {
    hint: 'The call has not run. "sallyport servers list" shows the state of the server.',
    data: { outcome: 'not_run' },
  });
}

/** Journal and doors serialize results as JSON, which overflows the stack on endless nesting. */
export function tooDeep(tool: string): SallyportError {
  return new SallyportError('ERR_PROTOCOL_ERROR', `${tool} returned more than ${limits.json.maxDepth} nested levels.`, {
    hint: 'The tool has run. Request a smaller result.',
    data: { outcome: 'unknown' },
  });
}

export function abandoned(tool: string): SallyportError {
  return new SallyportError('ERR_TOOL_TIMEOUT', `${tool} did not stop after its cancellation; its slot was freed.`);
}

export function noPrompts(): SallyportError {
  return new SallyportError('ERR_TOOL_NOT_FOUND', 'This app has no prompts or resources.', { hint: 'Use its tools.' });
}
