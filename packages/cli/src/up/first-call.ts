// The first call, made as an agent would: open a page, snapshot, click, snapshot, screenshot.
import { recordsIn, SallyportError } from '@sallyport/protocol';
import type { McpSession } from './mcp-session.ts';

export interface FirstCall {
  /** What an agent sees of the page after the click. */
  readonly snapshot: string;
  readonly image: Buffer;
  readonly mimeType: string;
  readonly steps: readonly { readonly name: string; readonly ms: number }[];
}

const CALL_TIMEOUT_MS = 30_000;

export async function makeFirstCall(session: McpSession, url: string, now: () => number): Promise<FirstCall> {
  const steps: { name: string; ms: number }[] = [];
  const call = async (name: string, args: object) => {
    const startedAt = now();
    const result = await session.request('tools/call', { name: `browser__${name}`, arguments: args }, CALL_TIMEOUT_MS);
    steps.push({ name, ms: Math.round(now() - startedAt) });
    const text = textOf(result);
    if (result.isError === true) throw new SallyportError('ERR_TOOL_FAILED', `${name} failed: ${text}`);
    return { result, text };
  };
  await call('tabs', { action: 'open', url });
  const before = await call('snapshot', {});
  await call('click', { ref: refOf(before.text, 'Open the door') });
  const after = await call('snapshot', {});
  if (!after.text.includes('The door is open')) {
    throw new SallyportError('ERR_TOOL_FAILED', 'The click reached the browser, but the page did not change.');
  }
  const { result } = await call('screenshot', {});
  await call('tabs', { action: 'close' });
  return { snapshot: after.text, ...imageOf(result), steps };
}

function textOf(result: Record<string, unknown>): string {
  return recordsIn(result.content)
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n');
}

function imageOf(result: Record<string, unknown>): { image: Buffer; mimeType: string } {
  for (const { data, mimeType } of recordsIn(result.content)) {
    if (typeof data === 'string' && typeof mimeType === 'string')
      return { image: Buffer.from(data, 'base64'), mimeType };
  }
  throw new SallyportError('ERR_TOOL_FAILED', 'screenshot returned no image.');
}

/** The ref on the line that names the element: `button "Open the door" e3`. */
function refOf(snapshot: string, name: string): string {
  const line = snapshot.split('\n').find((entry) => entry.includes(`"${name}"`)) ?? '';
  const ref = /" (e\d+)\b/.exec(line)?.[1];
  if (ref === undefined) throw new SallyportError('ERR_TOOL_FAILED', `The snapshot shows no "${name}".`);
  return ref;
}
