// Families of tools: words that switch them, whose word counts, and how a command changes them.
import { describe, expect, it } from 'vitest';
import { isFamilies, isSwitchedOn, parseFamilies, switchedOffBy, switchFamilies } from './families.ts';

describe('a list of families', () => {
  it.each([
    [['core'], true],
    [['browser'], true],
    [['files'], false],
    [['-core'], false],
    [['-browser'], false],
    [['-files'], true],
    [['all'], true],
    [['all', '-core'], false],
    [['-core', 'files'], false],
    [[], false],
  ])('%j on the tools of a browser: %s', (words, isOn) => {
    expect(isSwitchedOn(words, 'core', 'browser')).toBe(isOn);
  });

  it('is read from an address, where what is no family counts for nothing', () => {
    expect(parseFamilies('Core, -editor,,<b>,files')).toEqual(['core', '-editor', 'files']);
    expect(isSwitchedOn(parseFamilies('<b>'), 'core')).toBe(false);
  });

  it('holds short lower-case words alone', () => {
    expect(isFamilies(['core', '-editor'])).toBe(true);
    for (const value of ['core', [1], ['Core'], ['--x'], [''], Array.from({ length: 101 }, () => 'a')]) {
      expect(isFamilies(value)).toBe(false);
    }
  });
});

describe('switching', () => {
  it('leaves a list that named what is on, and one that named what is off, what they were', () => {
    expect(switchFamilies(['core'], ['files'], true)).toEqual(['core', 'files']);
    expect(switchFamilies(['core', 'files'], ['files'], false)).toEqual(['core']);
    expect(switchFamilies(['-editor'], ['files'], false)).toEqual(['-editor', '-files']);
    expect(switchFamilies(['-editor', '-files'], ['files'], true)).toEqual(['-editor']);
  });

  it('switches off in a list that has the word all', () => {
    expect(switchFamilies(['all'], ['editor'], false)).toEqual(['all', '-editor']);
    const families = switchFamilies(['all', 'files'], ['files'], false) ?? [];
    expect(isSwitchedOn(families, 'files')).toBe(false);
  });

  it('of the last family that is on, or of all, leaves none', () => {
    for (const [words, name] of [
      [['core', '-vision'], 'core'],
      [['all', '-vision'], 'all'],
      [undefined, 'all'],
    ] as const) {
      const families = switchFamilies(words, [name], false) ?? [];
      expect(['core', 'editor'].filter((family) => isSwitchedOn(families, family))).toEqual([]);
      expect(isSwitchedOn(switchFamilies(families, ['core'], true) ?? [], 'core')).toBe(true);
    }
  });

  it('knows nothing left off from nothing left on', () => {
    expect(switchFamilies(undefined, ['editor'], false)).toEqual(['-editor']);
    expect(switchFamilies(['-editor'], ['editor'], true)).toBeUndefined();
    expect(switchFamilies(undefined, ['editor'], true)).toBeUndefined();
    expect(switchFamilies(['core'], ['core'], false)).toEqual([]);
    expect(switchFamilies([], ['core'], true)).toEqual(['core']);
  });
});

describe('a family on demand', () => {
  it.each([
    [undefined, 'default'],
    [['all'], 'default'],
    [['browser'], 'default'],
    [['-editor'], 'default'],
    [['-vision'], 'agent'],
    [['all', 'vision', '-vision'], 'agent'],
    [['all', '-browser'], 'agent'],
    [['-core'], 'agent'],
    [['vision', '-browser'], 'agent'],
    [['-all'], 'agent'],
    [['-vision', 'browser'], 'agent'],
    [['-browser', 'browser'], 'default'],
    [['-browser', 'vision'], undefined],
    [['vision', 'browser'], undefined],
    [['vision'], undefined],
    [['all', 'vision'], undefined],
  ])('with %j is off by %s', (families, by) => {
    expect(switchedOffBy({ key: 'a', name: 'Ada', families }, 'vision', 'browser', {})).toBe(by);
  });

  it('is switched on and off without a change to the others', () => {
    expect(switchFamilies(undefined, ['vision'], true)).toEqual(['all', 'vision']);
    expect(switchFamilies(['-editor'], ['vision'], true)).toEqual(['all', '-editor', 'vision']);
    expect(switchFamilies(['core'], ['vision'], true)).toEqual(['core', 'vision']);
    expect(switchFamilies(['all', 'vision'], ['vision'], false)).toEqual(['all', '-vision']);
    expect(switchFamilies(['all', 'vision'], ['editor'], false)).toEqual(['all', 'vision', '-editor']);
    expect(switchFamilies(undefined, ['vision'], false)).toEqual(['-vision']);
  });

  it.each([[undefined], [[]], [['core']], [['vision']], [['all', 'vision']], [['-editor']], [['core', '-vision']]])(
    'that is switched off in %j cannot be asked for, and the others stay as they were',
    (words) => {
      const families = switchFamilies(words, ['vision'], false) ?? [];
      expect(switchedOffBy({ families }, 'vision', 'browser', {})).toBe('agent');
      for (const [family, appId] of [
        ['core', 'browser'],
        ['editor', 'editor'],
      ] as const) {
        expect(isSwitchedOn(families, family, appId)).toBe(words === undefined || isSwitchedOn(words, family, appId));
      }
    },
  );

  it('can be left out by an address that names others', () => {
    const caller = { families: ['all', 'vision'] };
    expect(switchedOffBy({ ...caller, requestedFamilies: ['core'] }, 'vision', 'browser', {})).toBe('address');
    expect(switchedOffBy({ ...caller, requestedFamilies: ['-editor'] }, 'vision', 'browser', {})).toBeUndefined();
    // Also where the user said nothing, and may have agreed for the session.
    expect(switchedOffBy({ requestedFamilies: ['core'] }, 'vision', 'browser', {})).toBe('address');
    expect(switchedOffBy({ requestedFamilies: ['vision'] }, 'vision', 'browser', {})).toBe('default');
  });
});

describe('whose word counts', () => {
  const config = { '*': ['core'], Codex: ['core', 'files'] };
  const off = (caller: object, family: string) => switchedOffBy(caller, family, undefined, config);

  it('is that of the agent, else that of config.json for it, else that for all', () => {
    expect(off({ key: 'a', name: 'Ada', families: ['files'] }, 'core')).toBe('agent');
    expect(off({ key: 'a', name: 'Codex' }, 'files')).toBeUndefined();
    expect(off({ key: 'a', name: 'Ada' }, 'files')).toBe('config');
    expect(switchedOffBy({}, 'files', undefined, {})).toBeUndefined();
  });

  it('is not that for a name which somebody without a key only calls itself', () => {
    expect(off({ name: 'Codex' }, 'files')).toBe('config');
  });

  it('lets an address choose among what the user left on, and nothing more', () => {
    expect(off({ key: 'a', name: 'Codex', requestedFamilies: ['files'] }, 'core')).toBe('address');
    expect(off({ key: 'a', name: 'Codex', requestedFamilies: ['files'] }, 'files')).toBeUndefined();
    expect(off({ key: 'a', name: 'Ada', requestedFamilies: ['files'] }, 'files')).toBe('config');
  });
});
