import { describe, expect, it } from 'vitest';
import { useDesk } from '../../../../tests/support/desk-stage.ts';
import { offeredFolders, WriteRules } from './write-rules.ts';

const agent = { id: 'session', name: 'tester' };

describe('rules for edits', () => {
  it('hold for one session of one agent, below one folder', () => {
    const rules = new WriteRules();
    rules.add(agent, '/w/src');
    expect(rules.allows(agent, '/w/src/deep/a.ts')).toBe(true);
    expect(rules.allows(agent, '/w/src-other/a.ts')).toBe(false);
    expect(rules.allows(agent, '/w/a.ts')).toBe(false);
    expect(rules.allows({ ...agent, id: 'next session' }, '/w/src/a.ts')).toBe(false);
    rules.forget();
    expect(rules.allows(agent, '/w/src/a.ts')).toBe(false);
  });

  it('are never kept for a name that any program could claim', () => {
    const rules = new WriteRules();
    rules.add({ ...agent, isClaimed: true }, '/w');
    expect(rules.allows(agent, '/w/a.ts')).toBe(false);
    rules.add(agent, '/w');
    expect(rules.allows({ ...agent, isClaimed: true }, '/w/a.ts')).toBe(false);
  });

  it('name folders from that of the file up to that of the workspace, and none above', () => {
    expect(offeredFolders('/w/src/ui/a.ts', '/w')).toEqual(['/w/src/ui', '/w/src', '/w']);
    expect(offeredFolders('/w/a.ts', '/w')).toEqual(['/w']);
    expect(offeredFolders('/elsewhere/a.ts', '/w')).toEqual(['/elsewhere']);
    expect(offeredFolders('/w/src/a.ts', undefined)).toEqual(['/w/src']);
  });
});

describe('a desk with a rule', () => {
  const rules = new WriteRules();
  const ruled: string[] = [];
  const stage = useDesk('one\n', () => ({ rules, onRuled: ({ facts }) => ruled.push(facts.shownPath) }));

  it('saves what the rule covers and says so, and asks about unsaved text all the same', async () => {
    rules.add({ id: 'agent', name: 'tester' }, '/w');
    const outcome = await stage.desk.propose(stage.proposal('1\n'), stage.call());
    expect(outcome).toMatchObject({ status: 'accepted' });
    expect([stage.surface.files.get('/w/a.txt'), ruled]).toEqual(['1\n', ['a.txt']]);
    stage.surface.readBase = async () => ({ text: 'typing\n', eol: '\n', isDirty: true, diskSha256: 's' });
    void stage.desk.propose(stage.proposal('2\n'), stage.call());
    await stage.settle();
    expect(stage.desk.open).toHaveLength(1);
  });
});
