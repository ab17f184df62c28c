import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { openServerMemory } from './server-memory.ts';
import type { ServerSpec } from './server-spec.ts';

const spec = (command: string, env = {}): ServerSpec => ({
  ...{ id: 'files', name: 'Files', isEnabled: true },
  transport: { kind: 'stdio', command, args: [], env },
});
const open = (path: string) =>
  openServerMemory({
    path,
    nonce: 'n',
    onFault: (thrown) => {
      throw thrown;
    },
  });

it('what was learned is there after a restart, for the same program alone', () => {
  const path = join(temporaryFolder(), 'servers.json');
  const memory = open(path);
  memory.learn(spec('a', { KEY: 'hush' }), { revision: 'legacy' });
  memory.learn(spec('a'), { tools: [{ name: 'x' }] });
  memory.learn(spec('a'), { asksBack: true });
  expect(open(path).recall(spec('a', { KEY: 'other' }))).toMatchObject({
    ...{ revision: 'legacy', asksBack: true, tools: [{ name: 'x' }] },
  });
  expect(open(path).recall(spec('b'))).toEqual({});
  expect(readFileSync(path, 'utf8')).not.toContain('hush');
});

it.each(['', '{', '[]', '{"servers": {"files": {"of": 1}}}'])('a damaged memory is an empty one: %j', (text) => {
  const path = join(temporaryFolder(), 'servers.json');
  writeFileSync(path, text);
  expect(open(path).recall(spec('a'))).toEqual({});
});
