// The recorded environment: what a shell of the user has, for a gateway that a desktop program caused to start.
import { isRecord, parseJson } from '@sallyport/protocol';

/** Junk is an empty record: the gateway then has what it was started with. `SALLYPORT_…` is never taken from a file. */
export function parseEnvironment(text: string | undefined): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  const file = parseJson(text ?? '');
  for (const [name, value] of Object.entries(isRecord(file) && isRecord(file.variables) ? file.variables : {})) {
    if (typeof value === 'string' && !name.startsWith('SALLYPORT_')) variables[name] = value;
  }
  return variables;
}
