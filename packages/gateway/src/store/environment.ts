// The recorded environment of the user's shell, for a gateway that was started from a desktop program.
import { isRecord, parseJson } from '@sallyport/protocol';

/** Invalid content counts as empty. `SALLYPORT_…` variables are never read from the file. */
export function parseEnvironment(text: string | undefined): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  const file = parseJson(text ?? '');
  for (const [name, value] of Object.entries(isRecord(file) && isRecord(file.variables) ? file.variables : {})) {
    if (typeof value === 'string' && !name.startsWith('SALLYPORT_')) variables[name] = value;
  }
  return variables;
}
