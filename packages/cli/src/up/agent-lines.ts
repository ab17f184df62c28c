// The lines by which an agent's client is connected, ready to copy.

export interface AgentLine {
  readonly client: string;
  readonly line: string;
}

/** `command` starts the shim: absolute, since clients start it from any folder. */
export function agentLines(command: readonly string[]): AgentLine[] {
  const words = command.map(quote).join(' ');
  const [file = '', ...args] = command;
  return [
    { client: 'Claude Code', line: `claude mcp add sallyport -- ${words}` },
    { client: 'Codex', line: `codex mcp add sallyport -- ${words}` },
    { client: 'Gemini CLI', line: `gemini mcp add sallyport ${words}` },
    { client: 'Cursor', line: JSON.stringify({ mcpServers: { sallyport: { command: file, args } } }) },
  ];
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
