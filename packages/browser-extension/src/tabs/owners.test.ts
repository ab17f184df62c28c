import { beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import { Owners } from './owners.ts';

const anna = { id: `agent_e7f8${'0'.repeat(28)}_12`, name: 'Anna', session: 'session-a', remembered: true };
const bert = { id: `agent_b0b0${'1'.repeat(28)}_34`, name: 'Bert', session: 'session-b', remembered: true };

let kept: unknown;
const store = {
  read: async () => kept,
  write: async (value: unknown) => {
    kept = structuredClone(value);
  },
};
let owners: Owners;

beforeEach(() => {
  kept = undefined;
  owners = new Owners(store);
});

describe('owners', () => {
  it('let a session use the tab that it opened', () => {
    owners.claim(42, anna);
    expect(() => owners.use(42, 'navigate', anna)).not.toThrow();
  });

  it(
    verifies(
      'refuse another agent in the words of the contract, with the first four digits of the owner alone',
      'S1-ownership-refused',
      'S1-ownership-short-id',
    ),
    () => {
      owners.claim(42, anna);
      for (const verb of ['navigate', 'read', 'click', 'close', 'capture']) {
        expect(() => owners.use(42, verb, bert)).toThrow(
          expect.objectContaining({
            code: 'ERR_TAB_OWNED',
            message: `OWNERSHIP: Cannot ${verb} tab 42 (owned by agent_e7f8...)`,
          }),
        );
      }
    },
  );

  it('write nothing when the tab that was used last is used again', async () => {
    owners.claim(42, anna);
    owners.claim(43, bert);
    await owners.saved();
    kept = 'as it was';
    owners.use(43, 'read', bert);
    await owners.saved();
    expect(kept).toBe('as it was');
    owners.use(42, 'read', anna);
    await owners.saved();
    expect(kept).toMatchObject([{ tabId: 42 }, { tabId: 43 }]);
    expect(owners.all.map(({ tabId }) => tabId)).toEqual([43, 42]);
  });

  it('refuse another session of the same agent', () => {
    owners.claim(42, anna);
    expect(() => owners.use(42, 'read', { ...anna, session: 'session-c' })).toThrow('OWNERSHIP');
  });

  it('say nothing of an owner whose id has another form', () => {
    owners.claim(42, { ...anna, id: 'topsecret' });
    expect(() => owners.use(42, 'read', bert)).toThrow('OWNERSHIP: Cannot read tab 42 (owned by another agent)');
  });

  it('count a tab of unknown owner as the user’s', () => {
    expect(() => owners.use(7, 'close', anna)).toThrow('OWNERSHIP: Cannot close tab 7 (owned by the user)');
  });

  it(verifies('know the last tab of each session, which is never another’s', 'S1-request-tab-id-missing'), () => {
    expect(owners.lastOf('session-a')).toBeUndefined();
    owners.claim(1, anna);
    owners.claim(2, anna);
    owners.claim(3, bert);
    expect([owners.lastOf('session-a'), owners.lastOf('session-b')]).toEqual([2, 3]);
    owners.use(1, 'read', anna);
    expect(owners.lastOf('session-a')).toBe(1);
    owners.release(1);
    expect(owners.lastOf('session-a')).toBe(2);
  });

  const inherited = 'give a tab that an owned tab opened to the same session, but do not make it the last one';
  it(verifies(inherited, 'S1-request-tab-id-missing'), () => {
    owners.claim(1, anna);
    owners.inherit(2, 1);
    expect(owners.lastOf('session-a')).toBe(1);
    owners.inherit(4, 3);
    expect(owners.tabsOf('session-a')).toEqual([2, 1]);
    expect(() => owners.use(4, 'read', anna)).toThrow('the user');
    owners.claim(5, bert);
    owners.inherit(5, 1);
    expect(() => owners.use(5, 'read', bert)).not.toThrow();
  });

  it('follow a tab that the browser swaps for another', () => {
    owners.claim(1, anna);
    owners.noteNextRef(1, 30);
    owners.replace(9, 1);
    owners.replace(10, 8);
    expect([owners.tabsOf('session-a'), owners.nextRef(9)]).toEqual([[9], 30]);
  });

  it('never let a ref number of a tab be given out twice', () => {
    owners.claim(1, anna);
    expect(owners.nextRef(1)).toBe(1);
    owners.noteNextRef(1, 12);
    owners.noteNextRef(1, 5);
    owners.noteNextRef(99, 5);
    expect([owners.nextRef(1), owners.nextRef(99)]).toEqual([12, 1]);
  });

  it('outlive their worker, as far as the tabs do', async () => {
    owners.claim(1, anna);
    owners.claim(2, anna);
    owners.claim(3, bert);
    owners.noteNextRef(2, 12);
    await owners.saved();
    const rebuilt = new Owners(store);
    await rebuilt.load(new Set([2, 3, 4]));
    expect([rebuilt.tabsOf('session-a'), rebuilt.tabsOf('session-b'), rebuilt.nextRef(2)]).toEqual([[2], [3], 12]);
    rebuilt.claim(4, anna);
    expect(rebuilt.lastOf('session-a')).toBe(4);
  });

  it.each(['before', 'while', 'after'])(
    'are gone when the browser says that it started %s they are read',
    async (when) => {
      owners.claim(1, anna);
      await owners.saved();
      const rebuilt = new Owners(store);
      if (when === 'before') rebuilt.forgetAll();
      const loading = rebuilt.load(new Set([1]));
      if (when === 'while') rebuilt.forgetAll();
      await loading;
      if (when === 'after') rebuilt.forgetAll();
      expect(rebuilt.tabsOf('session-a')).toEqual([]);
      await rebuilt.saved();
      expect(kept).toEqual([]);
    },
  );

  it.each([[undefined], ['text'], [[{ tabId: 'x' }]], [{ 1: 'a' }]])(
    'begin empty when %j was kept',
    async (damaged) => {
      kept = damaged;
      await owners.load(new Set([1]));
      expect(owners.lastOf('session-a')).toBeUndefined();
    },
  );
});
