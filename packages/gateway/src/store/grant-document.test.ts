import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import type { Grant } from '../rooms/grants/grant.ts';
import { openGrantDocument } from './grant-document.ts';

const open = (folder: string, said: string[] = []) =>
  openGrantDocument({ folder, now: () => 5, nonce: 'me', tell: (line) => said.push(line) });

const grant: Grant = {
  id: 'g1',
  origin: 'https://a.example',
  profileId: 'default',
  scope: 'mcp:tools.call',
  grantType: 'ALLOW_ALWAYS',
  allowedTools: ['files/read'],
  grantedAt: 1,
  grantedBy: 'program',
};

it('keeps what it is given, scopes of later versions too', () => {
  const folder = temporaryFolder();
  const grants = [grant, { ...grant, id: 'g2', scope: 'model:prompt' }, { ...grant, id: 'g3', agent: 'agent_1' }];
  open(folder).save({ grants });
  expect(
    open(folder)
      .load()
      .grants.map(({ id, scope }) => `${id} ${scope}`),
  ).toEqual(['g1 mcp:tools.call', 'g2 model:prompt', 'g3 mcp:tools.call']);
});

it('that is damaged is set aside with a word, and that it was is remembered', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'grants.json'), '{"version": 1, "grants": [{"id": "half"');
  const said: string[] = [];
  const kept = open(folder, said).load();
  expect(kept).toEqual({ grants: [], lost: { at: 5, setAside: expect.stringContaining('grants.json.damaged-') } });
  expect(said).toEqual([expect.stringContaining(kept.lost?.setAside ?? '?')]);
  expect(open(folder).load()).toEqual(kept);
});

it.each([
  { id: 1 },
  { scope: null },
  { grantType: 'ALLOW' },
  { origin: undefined },
  { expiresAt: 'tomorrow' },
  { allowedTools: 'all' },
])('one grant that cannot be read (%j) makes all of it damaged: what was denied must not go unseen', (change) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'grants.json'), JSON.stringify({ version: 1, grants: [grant, { ...grant, ...change }] }));
  expect(open(folder).load().lost).toBeDefined();
  const [aside = ''] = readdirSync(folder).filter((name) => name.includes('damaged'));
  expect(readFileSync(join(folder, aside), 'utf8')).toContain('g1');
});
