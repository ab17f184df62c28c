// The lines that connect an agent survive a shell.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { agentLines } from './agent-lines.ts';

const command = ['/usr/bin/node', "/home/a da/it's here/mcp-shim.cjs"];

it('quotes a path with blanks and quotes so that a shell hands it over whole', () => {
  for (const { line } of agentLines(command).slice(0, 3)) {
    const [, words = ''] = line.split(/ (?:-- |sallyport )(?=\/)/);
    const script = `for word in ${words}; do printf '%s\\n' "$word"; done`;
    expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).trim().split('\n')).toEqual(command);
  }
});

it('writes the entry of a config file as JSON', () => {
  const entry = agentLines(command).find(({ client }) => client === 'Cursor');
  expect(JSON.parse(entry?.line ?? '')).toEqual({
    mcpServers: { sallyport: { command: command[0], args: [command[1]] } },
  });
});
