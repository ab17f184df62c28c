// Makes a hidden tab draw while something is done that waits for its frames.
import type { Command } from './debugger-session.ts';

/** Too small to cost anything: nobody looks at its frames. */
const TINY_CAST = { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16 };

/**
 * A hidden tab draws nothing: every second picture of it would wait for a frame that never comes, and a move of the
 * mouse took two seconds. While it is cast it draws.
 */
export async function drawing<Result>(command: Command, work: () => Promise<Result>): Promise<Result> {
  await command('Page.startScreencast', TINY_CAST);
  try {
    return await work();
  } finally {
    // Not waited for: a page that a dialog holds answers nothing, and a closed tab has no cast to stop.
    command('Page.stopScreencast').catch(() => {});
  }
}
