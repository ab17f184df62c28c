// The commands and config lines that connect MCP clients, ready to copy.

export interface AgentLine {
  readonly client: string;
  readonly line: string;
  /** The file to put the line into; without it, the line is a command. */
  readonly into?: string;
}

export interface Shim {
  /** Absolute, because clients start it from any folder. */
  readonly command: readonly string[];
  /** Variables it needs; clients pass on few of their own. */
  readonly env: Readonly<Record<string, string>>;
}

/** In user scope rather than project scope, where a client has both. */
export function agentLines({ command, env }: Shim): AgentLine[] {
  const words = command.map(quote).join(' ');
  const set = (flag: string) =>
    Object.entries(env)
      .map(([name, value]) => `${flag} ${quote(`${name}=${value}`)} `)
      .join('');
  const [file = '', ...args] = command;
  const entry = { command: file, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
  return [
    { client: 'Claude Code', line: `claude mcp add --scope user sallyport ${set('--env')}-- ${words}` },
    { client: 'Codex', line: `codex mcp add sallyport ${set('--env')}-- ${words}` },
    { client: 'Gemini CLI', line: `gemini mcp add --scope user ${set('--env')}sallyport ${words}` },
    { client: 'VS Code', line: `code --add-mcp ${quote(JSON.stringify({ name: 'sallyport', ...entry }))}` },
    { client: 'Cursor', line: JSON.stringify({ mcpServers: { sallyport: entry } }), into: '~/.cursor/mcp.json' },
  ];
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
