// Keeps gateways from being started on demand, by a file in the data folder.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import { createPrivateFile, removeFile } from './private-file.ts';

/** `sallyport up` and `serve` are the user's own and start one all the same. */
export function isHeldDown(data: string): boolean {
  return existsSync(holdPath(data));
}

export function holdDown(data: string): void {
  if (!isHeldDown(data)) createPrivateFile(holdPath(data), '');
}

/** False when nothing was held. */
export function release(data: string): boolean {
  const wasHeld = isHeldDown(data);
  removeFile(holdPath(data));
  return wasHeld;
}

export function heldDown(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The user has stopped Sallyport and keeps it down.', {
    hint: 'Do not call again until the user has run "sallyport resume".',
    reason: 'STOPPED',
    data: { outcome: 'not_run' },
  });
}

function holdPath(data: string): string {
  return join(data, 'held-down');
}
