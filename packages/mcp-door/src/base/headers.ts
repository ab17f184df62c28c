// Reads one header of an HTTP request as one text.
import type { IncomingHttpHeaders } from 'node:http';

export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim();
}
