// Where the gateway serves MCP over HTTP, or why it does not.
import { probeSocket } from '@sallyport/native-host/run-directory';
import { isRecord, limits, SallyportError } from '@sallyport/protocol';
import type { CommandContext } from '../context.ts';
import { withRunningGateway } from './from-frame.ts';

export type HttpAddress =
  | { readonly state: 'open'; readonly url: string }
  /** It would open there. */
  | { readonly state: 'closed'; readonly url: string }
  /** Another program listens on the port. */
  | { readonly state: 'taken'; readonly url: string; readonly port: number };

/** Never throws: the address is advice. */
export async function findHttpAddress(
  context: Pick<CommandContext, 'machine'>,
  port: number = limits.door.gatewayPort,
): Promise<HttpAddress> {
  const status = await withRunningGateway(context, (control) => control.request('status')).catch(() => undefined);
  const http = isRecord(status?.http) ? status.http : {};
  if (typeof http.url === 'string') return { state: 'open', url: http.url };
  const url = `http://127.0.0.1:${port}/mcp`;
  return (await probeSocket(url)) === 'alive' ? { state: 'taken', url, port } : { state: 'closed', url };
}

/** What to tell a person who has a key. */
export function describeHttpAddress(address: HttpAddress): string {
  switch (address.state) {
    case 'open':
      return `Over HTTP, at ${address.url}:`;
    case 'closed':
      return `Over HTTP, at ${address.url} while "sallyport serve" or "sallyport up" runs:`;
    case 'taken':
      return `Over HTTP, not at the usual port: another program listens on ${address.port}. Run "sallyport serve --port N", and use that port:`;
  }
}

/** Why the door could not be opened, and the remedy. */
export function describeHttpProblem(thrown: unknown): string {
  const { message, hint } =
    thrown instanceof SallyportError ? thrown : { message: 'The gateway did not answer.', hint: undefined };
  return ['HTTP is not available, everything else is.', message, hint].filter(Boolean).join(' ');
}
