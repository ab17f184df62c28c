// sallyport servers import: adds the servers of other clients, except names that exist.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ConfigFile, changeConfigFile, idOf, openConfigFile, parseConfig } from '@sallyport/gateway';
import { SallyportError } from '@sallyport/protocol';
import type { CommandFrame } from '../context.ts';
import { clients, type ForeignServer, pathsOf, readForeignServers } from './foreign-configs.ts';

export interface ImportOptions {
  readonly from: readonly string[];
  readonly dryRun?: boolean;
}

interface Imported {
  readonly name: string;
  readonly from: string;
  readonly outcome: 'added' | 'kept' | 'unusable';
  readonly notes: readonly string[];
}

export async function importServers({ from, dryRun = false }: ImportOptions, frame: CommandFrame): Promise<void> {
  const { machine, cwd, output } = frame;
  const sources = (from.length === 0 ? clients : from).flatMap((source) => {
    const client = clients.find((known) => known === source);
    return client === undefined ? [namedFile(source, cwd)] : pathsOf(client, machine, cwd);
  });
  const found = sources.flatMap((path) => readForeignServers(path, cwd));
  const imported = dryRun
    ? takeOver(found, openConfigFile(machine))
    : changeConfigFile(frame, (file) => takeOver(found, file));
  output.result({ imported, dryRun, sources }, () => describe(imported, sources, dryRun));
}

/** Unlike the files of clients, a named file must exist. */
function namedFile(source: string, cwd: string): string {
  const path = resolve(cwd, source);
  if (existsSync(path)) return path;
  throw new SallyportError('ERR_INPUT_INVALID', `File not found: ${path}.`, {
    hint: `--from takes ${clients.join(', ')}, or a file.`,
  });
}

function takeOver(found: readonly ForeignServer[], file: ConfigFile): readonly Imported[] {
  return found.map((server) => {
    const { name, from, notes } = server;
    const problem = problemOf(server);
    if (problem !== undefined) return { name, from, outcome: 'unusable', notes: [problem] };
    if (file.find(name) !== undefined) return { name, from, outcome: 'kept', notes: [] };
    file.set(name, server.entry);
    return { name, from, outcome: 'added', notes };
  });
}

function problemOf({ name, entry }: ForeignServer): string | undefined {
  const { problems } = parseConfig(JSON.stringify({ mcpServers: { [name]: entry } }), 'config.json').servers;
  return problems[0]?.problem;
}

function describe(imported: readonly Imported[], sources: readonly string[], isDryRun: boolean): string {
  if (imported.length === 0)
    return `No servers were found. Looked in:\n${sources.map((path) => `  ${path}`).join('\n')}`;
  const words = { added: isDryRun ? 'would be added' : 'added', kept: 'already there', unusable: 'cannot be used' };
  return imported
    .map(({ name, from, outcome, notes }) => {
      const more = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
      return `${idOf(name)}: ${words[outcome]}, from ${from}${more}`;
    })
    .join('\n');
}
