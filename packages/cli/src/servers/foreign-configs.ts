// Reads the MCP servers of other clients and translates their entries into ours.
import { join } from 'node:path';
import { type Machine, readIfPresent } from '@sallyport/native-host/run-directory';
import { isRecord, type JsonObject, SallyportError } from '@sallyport/protocol';
import { type ParseError, parse } from 'jsonc-parser';
import { clientForms, fileOf } from '../install/clients/forms.ts';
import { foldersOf, platformOf } from '../install/prepare.ts';

export interface ForeignServer {
  readonly name: string;
  readonly entry: JsonObject;
  readonly from: string;
  /** What the user has to do before it works. */
  readonly notes: readonly string[];
}

export const clients = ['claude', 'cursor', 'vscode'] as const;
type ClientName = (typeof clients)[number];

/** The client's id in `clientForms`, and its file in a project. */
const filesOf: Readonly<Record<ClientName, readonly [id: string, local: string]>> = {
  claude: ['claude-code', '.mcp.json'],
  cursor: ['cursor', join('.cursor', 'mcp.json')],
  vscode: ['vscode', join('.vscode', 'mcp.json')],
};

/** The user's files first, then that of the working directory. */
export function pathsOf(client: ClientName, machine: Machine, cwd: string): readonly string[] {
  const [id, local] = filesOf[client];
  const forms = clientForms.filter((form) => form.id === id);
  return [...forms.map((form) => fileOf(form, foldersOf(machine), platformOf(machine))), join(cwd, local)];
}

/** Empty for a missing file. Throws ERR_INPUT_INVALID for an invalid one. */
export function readForeignServers(path: string, cwd: string): readonly ForeignServer[] {
  const text = readIfPresent(path);
  if (text === undefined) return [];
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isRecord(root)) {
    throw new SallyportError('ERR_INPUT_INVALID', `${path} is not a JSON object.`);
  }
  const project = isRecord(root.projects) && isRecord(root.projects[cwd]) ? root.projects[cwd] : {};
  return [root.mcpServers, root.servers, project.mcpServers].filter(isRecord).flatMap((servers) =>
    Object.entries(servers).flatMap(([name, entry]) => {
      if (!isRecord(entry) || isOurselves(name, entry)) return [];
      return [{ name, from: path, ...translate(entry, cwd) }];
    }),
  );
}

/** A gateway must not be its own server: that would be an endless loop. */
function isOurselves(name: string, { command, args }: JsonObject): boolean {
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  return /^sallyport(-editor)?$/.test(name) || words.some((word) => /(^|[\\/])(sallyport|mcp-shim\.cjs)$/.test(word));
}

/** The fields that are copied, with variable references in our syntax. */
const taken = ['type', 'command', 'args', 'env', 'cwd', 'url', 'headers', 'oauth', 'disabled'];

function translate(entry: JsonObject, cwd: string): Pick<ForeignServer, 'entry' | 'notes'> {
  const notes = new Set<string>();
  const spell = (value: unknown): unknown => {
    if (typeof value === 'string') return spellText(value, cwd, notes);
    if (Array.isArray(value)) return value.map(spell);
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spell(item)])) : value;
  };
  const fields = taken.filter((key) => entry[key] !== undefined).map((key) => [key, spell(entry[key])]);
  return { entry: Object.fromEntries(fields), notes: [...notes] };
}

function spellText(text: string, cwd: string, notes: Set<string>): string {
  return text
    .replaceAll(/\$\{workspaceFolder\}/g, () => cwd)
    .replaceAll(/\$\{input:([^}]+)\}/g, (_, id: string) => {
      const name = id.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
      notes.add(`set the environment variable ${name} to the input "${id}"`);
      return `\${env:${name}}`;
    })
    .replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)(:-[^}]*)?\}/g, (_, name: string, fallback: string | undefined) => {
      if (fallback !== undefined) notes.add(`set the environment variable ${name}: its default is not copied`);
      return `\${env:${name}}`;
    });
}
