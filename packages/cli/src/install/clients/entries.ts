// What the files of MCP clients say about us: whose entry it is, what it starts, and whether its key is known.
import { isRecord, parseJson } from '@sallyport/protocol';
import { readClientFile } from './client-file.ts';
import { type ClientPorts, isOurEntry, presentClients } from './clients.ts';
import { ENTRY_NAME, type ShimCommand } from './forms.ts';
import { readJsonEntry } from './json-entry.ts';
import { readTomlEntry } from './toml-entry.ts';

export interface ClientEntry {
  readonly client: string;
  readonly path: string;
  /** `own`: the user's own entry under our name. */
  readonly state: 'ours' | 'own' | 'missing' | 'unreadable';
  readonly note?: string;
  readonly start?: ShimCommand;
  readonly isKeyKnown?: boolean;
}

/** One for each client that is installed. */
export function readClientEntries(ports: ClientPorts): ClientEntry[] {
  return presentClients(ports).map(([form, path]) => {
    const { title: client } = form;
    const file = readClientFile(form, path, ports.disk, ports.platform);
    if (typeof file === 'string') return { client, path, state: 'unreadable', note: file };
    if (!file.hasEntry) return { client, path, state: 'missing' };
    if (!isOurEntry(file, ports)) return { client, path, state: 'own' };
    const start =
      form.format === 'toml'
        ? startInToml(readTomlEntry(file.text, form.container, ENTRY_NAME)?.entry ?? '')
        : startInJson(readJsonEntry(file.text, form.container, ENTRY_NAME)?.entry);
    const isKeyKnown = file.key !== undefined && ports.store.find(file.key) !== undefined;
    return { client, path, state: 'ours', start, isKeyKnown };
  });
}

function startInJson(entry: unknown): ShimCommand | undefined {
  if (!isRecord(entry) || typeof entry.command !== 'string') return undefined;
  const args = Array.isArray(entry.args) ? entry.args.map(String) : [];
  return { command: entry.command, args, env: textsIn(entry.env) };
}

/** Our own entries have one field a line, in JSON, which is TOML too. */
function startInToml(text: string): ShimCommand | undefined {
  const field = (name: string): unknown => parseJson(new RegExp(`^${name} = (.*)$`, 'm').exec(text)?.[1] ?? '');
  const [, env = ''] = text.split(/^\[.*\.env\]$/m);
  const variables = [...env.matchAll(/^(\w+) = (".*")$/gm)].map(([, name = '', value = '']) => [
    name,
    parseJson(value),
  ]);
  return startInJson({ command: field('command'), args: field('args'), env: Object.fromEntries(variables) });
}

function textsIn(value: unknown): Record<string, string> {
  const entries = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}
