// The page of docs/pages.md that uses `window.agent`: served while `up` runs, and shown in a tab of the managed browser.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import type { McpSession } from './mcp-session.ts';
import { type ServedPage, servePage } from './serve-page.ts';

const TAB_MS = 30_000;

/** Undefined in an installed package, which has no docs. */
export async function openExamplePage(bundles: string): Promise<ServedPage | undefined> {
  const file = join(bundles, '..', 'docs', 'examples', 'page.html');
  return existsSync(file) ? servePage(readFileSync(file, 'utf8')) : undefined;
}

/** Opens a tab behind the one in front and leaves it to the user. */
export async function leaveTab(session: McpSession, url: string): Promise<void> {
  for (const args of [{ action: 'open', url }, { action: 'release' }]) {
    const result = await session.request('tools/call', { name: 'browser__tabs', arguments: args }, TAB_MS);
    if (result.isError === true) throw new SallyportError('ERR_TOOL_FAILED', `The tab could not be ${args.action}ed.`);
  }
}
