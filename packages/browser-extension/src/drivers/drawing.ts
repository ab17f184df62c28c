// Makes a hidden tab draw during work that waits for its frames.
import type { Command } from './debugger-session.ts';

/** Tiny, since its frames are not used. */
const TINY_CAST = { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16 };

/**
 * A hidden tab draws nothing: every second picture of it would wait for a frame that never comes, and a move of the
 * mouse took two seconds. While a screencast runs, it draws.
 */
export async function drawing<Result>(command: Command, work: () => Promise<Result>): Promise<Result> {
  await command('Page.startScreencast', TINY_CAST);
  try {
    return await work();
  } finally {
    // Not awaited: a page that a dialog blocks does not answer, and a closed tab has no screencast.
    command('Page.stopScreencast').catch(() => {});
  }
}
