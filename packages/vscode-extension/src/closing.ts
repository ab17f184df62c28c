// What calls in progress hear when the window closes or reloads, or the user stops its MCP server.
import { SallyportError, UNKNOWN_OUTCOME_HINT } from '@sallyport/protocol';

/** The reason with which their signals abort. Whoever knows that nothing was done yet throws `nothingDone` instead. */
export function windowCloses(): SallyportError {
  return new SallyportError(
    'ERR_SERVER_UNAVAILABLE',
    'The VS Code window was closed or reloaded, or its MCP server was stopped.',
    { hint: UNKNOWN_OUTCOME_HINT, data: { outcome: 'unknown' } },
  );
}

/** The same for a call that changed nothing. Other errors stay as they are. */
export function nothingDone(thrown: unknown, hint = 'Nothing was done. Call again when the window is back.'): unknown {
  if (!(thrown instanceof SallyportError) || thrown.data?.outcome !== 'unknown') return thrown;
  return new SallyportError(thrown.code, thrown.message, { hint, data: { outcome: 'not_run' } });
}
