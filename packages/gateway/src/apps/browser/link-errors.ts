// Why a call over the link to a browser has no result.
import { type LostOutcome, limits, SallyportError, UNKNOWN_OUTCOME_HINT } from '@sallyport/protocol';

export function gone(outcome: LostOutcome): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The connection to the browser broke.', {
    hint: outcome === 'unknown' ? UNKNOWN_OUTCOME_HINT : 'The call has not run. Open the browser and call again.',
    data: { outcome },
  });
}

export function tooDeep(): SallyportError {
  const message = `The browser sent a message nested more than ${limits.json.maxDepth} levels.`;
  return new SallyportError('ERR_PROTOCOL_ERROR', message, {
    hint: 'The tool may have run, but its result was dropped.',
    data: { outcome: 'unknown' },
  });
}
