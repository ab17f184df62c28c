// The lines that connect an agent survive a shell.
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { agentLines } from './agent-lines.ts';

const command = ['/usr/bin/node', "/home/a da/it's here/mcp-shim.cjs"];
const env = { SALLYPORT_HOME: "/home/a da/it's" };

/** The words that a shell hands to the client's program. */
function wordsOf(line: string): string[] {
  const script = `for word in ${line}; do printf '%s\\n' "$word"; done`;
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

const lineOf = (client: string, shim = { command, env }) =>
  agentLines(shim).find((known) => known.client === client)?.line ?? '';

describe('a line', () => {
  it.each(['Claude Code', 'Codex', 'Gemini CLI'])('hands paths with blanks and quotes over whole to %s', (client) => {
    const words = wordsOf(lineOf(client));
    expect(words.slice(-2)).toEqual(command);
    expect(words.slice(words.indexOf('--env')).slice(0, 2)).toEqual(['--env', `SALLYPORT_HOME=${env.SALLYPORT_HOME}`]);
  });

  it('says nothing of an environment that needs nothing', () => {
    for (const { line } of agentLines({ command, env: {} })) expect(line).not.toContain('env');
  });

  it.each(['Cursor', 'VS Code'])('writes the entry of %s as JSON', (client) => {
    const text = client === 'Cursor' ? lineOf(client) : (wordsOf(lineOf(client)).at(-1) ?? '');
    const parsed = JSON.parse(text);
    const { name: _, ...entry } = parsed.mcpServers?.sallyport ?? parsed;
    expect(entry).toEqual({ command: command[0], args: [command[1]], env });
  });
});
