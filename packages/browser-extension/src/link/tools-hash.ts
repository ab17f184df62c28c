// A short digest of the declared tools, by which the gateway notices changes.
import type { ToolDeclaration } from '@sallyport/protocol';

export async function digestOf(declarations: readonly ToolDeclaration[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(declarations));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
