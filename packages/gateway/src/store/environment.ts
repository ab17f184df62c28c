// The recorded environment: what a shell of the user has, for a gateway that a desktop program caused to start.
import { isRecord } from '@sallyport/protocol';

/** Junk is an empty record: the gateway then has what it was started with. `SALLYPORT_…` is never taken from a file. */
export function parseEnvironment(text: string | undefined): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(readVariables(text))) {
    if (typeof value === 'string' && !name.startsWith('SALLYPORT_')) variables[name] = value;
  }
  return variables;
}

function readVariables(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isRecord(value) && isRecord(value.variables) ? value.variables : {};
  } catch {
    return {};
  }
}
