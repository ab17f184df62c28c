import { limits } from '@sallyport/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../../tests/support/verifies.ts';
import type { Subject } from './grant.ts';
import { Grants, type ScopeRequest, type StoredGrants } from './grants.ts';
import type { GrantType } from './scopes.ts';

const page: Subject = { origin: 'https://a.example', profileId: 'default' };
const call: ScopeRequest = { subject: page, scope: 'mcp:tools.call' };
const by = { grantedBy: 'program' };
const MINUTE_MS = 60_000;

function open(kept: StoredGrants = { grants: [] }, save?: (kept: StoredGrants) => void) {
  const clock = { nowMs: 1_000_000 };
  const disk = { kept };
  let ids = 0;
  const grants = new Grants({
    kept,
    save:
      save ??
      ((next) => {
        disk.kept = next;
      }),
    now: () => clock.nowMs,
    createId: () => `g${++ids}`,
  });
  return { grants, clock, disk };
}

const codeOf = (grants: Grants, request: ScopeRequest, tool?: string) => {
  const checked = grants.check(request, tool);
  return checked.granted ? 'granted' : checked.error.code;
};

describe('a grant that the user gave a page for good', () => {
  const { callsPerGrant } = limits.webOrigin;
  const inBrowser = { grantedBy: 'extension' };

  it('ends with its last call, and the page has to ask again', () => {
    const { grants } = open();
    const { id } = grants.grant(call, 'ALLOW_ALWAYS', inBrowser);
    for (let calls = 1; calls < callsPerGrant; calls += 1) expect(grants.countCall(id)).toEqual([]);
    expect(codeOf(grants, call)).toBe('granted');
    expect(grants.countCall(id)).toMatchObject([{ id }]);
    expect(codeOf(grants, call)).toBe('ERR_SCOPE_REQUIRED');
    expect(grants.callsOf(grants.grant(call, 'ALLOW_ALWAYS', inBrowser))).toBe(0);
  });

  it('keeps its count over a restart, but for the last few', () => {
    const { grants, disk } = open();
    const { id } = grants.grant(call, 'ALLOW_ALWAYS', inBrowser);
    for (let calls = 0; calls < 59; calls += 1) grants.countCall(id);
    const [kept] = open(disk.kept).grants.list();
    expect(kept).toMatchObject({ id, callsMade: 40 });
  });

  it('is counted only where a page might go on for ever', () => {
    const { grants, disk } = open();
    const ids = [grants.grant(call, 'ALLOW_ALWAYS', by), grants.grant(call, 'ALLOW_ONCE', inBrowser)].map(
      ({ id }) => id,
    );
    for (const id of [...ids, 'unknown']) for (let calls = 0; calls < 40; calls += 1) grants.countCall(id);
    expect([grants.list().map((grant) => grants.callsOf(grant)), disk.kept.grants[0]?.callsMade]).toEqual([
      [0, 0],
      undefined,
    ]);
  });
});

describe('a grant for once', () => {
  it(verifies('lasts ten minutes, in memory alone', 'S4-grant-once-ttl', 'S4-accept-once'), () => {
    const { grants, clock, disk } = open();
    grants.grant(call, 'ALLOW_ONCE', by);
    clock.nowMs += 10 * MINUTE_MS - 1;
    expect(codeOf(grants, call)).toBe('granted');
    clock.nowMs += 1;
    expect(codeOf(grants, call)).toBe('ERR_SCOPE_REQUIRED');
    expect(grants.list()).toEqual([]);
    expect(disk.kept.grants).toEqual([]);
  });

  it(verifies('lasts as long as it says', 'S4-option-expires-at', 'S4-grant-once-ttl'), () => {
    const { grants, clock } = open();
    grants.grant(call, 'ALLOW_ONCE', { ...by, expiresAt: clock.nowMs + 50 });
    grants.grant({ ...call, scope: 'mcp:tools.list' }, 'ALLOW_ALWAYS', { ...by, expiresAt: clock.nowMs + 100 });
    clock.nowMs += 49;
    expect(codeOf(grants, call)).toBe('granted');
    clock.nowMs += 1;
    expect(codeOf(grants, call)).toBe('ERR_SCOPE_REQUIRED');
    expect(codeOf(grants, { ...call, scope: 'mcp:tools.list' })).toBe('granted');
    clock.nowMs += 50;
    expect(grants.list()).toEqual([]);
    expect(() => grants.grant(call, 'ALLOW_ONCE', { ...by, expiresAt: Number.NaN })).toThrow('expiresAt');
  });

  it(verifies('in a tab is of no use elsewhere, and ends with it', 'S4-grant-once-tab', 'S4-option-tab-id'), () => {
    const { grants } = open();
    grants.grant({ ...call, tabId: 1 }, 'ALLOW_ONCE', by);
    grants.grant({ ...call, tabId: 2 }, 'ALLOW_ONCE', by);
    expect([1, 2, 3].map((tabId) => codeOf(grants, { ...call, tabId }))).toEqual([
      'granted',
      'granted',
      'ERR_SCOPE_REQUIRED',
    ]);
    expect(codeOf(grants, call)).toBe('ERR_SCOPE_REQUIRED');
    expect(grants.expireTab(1, 'another profile')).toEqual([]);
    expect(grants.expireTab(1, 'default')).toHaveLength(1);
    expect(codeOf(grants, { ...call, tabId: 1 })).toBe('ERR_SCOPE_REQUIRED');
    expect(grants.expireTabsOf('default')).toHaveLength(1);
  });
});

it('in a frame only what was allowed for its tab holds, and every no', () => {
  const { grants } = open();
  const framed = { ...call, tabId: 1, isInFrame: true };
  grants.grant(call, 'ALLOW_ALWAYS', by);
  expect([codeOf(grants, { ...call, tabId: 1 }), codeOf(grants, framed)]).toEqual(['granted', 'ERR_SCOPE_REQUIRED']);
  grants.grant(framed, 'ALLOW_ONCE', { ...by, allowedTools: ['files/read'] });
  expect([codeOf(grants, framed, 'files/read'), codeOf(grants, framed, 'files/write')]).toEqual([
    'granted',
    'ERR_TOOL_NOT_ALLOWED',
  ]);
  grants.expireTab(1, 'default');
  grants.grant(call, 'DENY', by);
  expect(codeOf(grants, framed)).toBe('ERR_PERMISSION_DENIED');
});

describe('a decision for good', () => {
  it(verifies('is on disk before it holds', 'S4-grant-always', 'S4-grant-deny'), () => {
    const { grants, disk, clock } = open();
    grants.grant(call, 'ALLOW_ALWAYS', by);
    grants.grant({ ...call, scope: 'mcp:tools.list' }, 'DENY', by);
    const later = open(disk.kept).grants;
    clock.nowMs += 1e12;
    expect(codeOf(later, call)).toBe('granted');
    expect(codeOf(later, { ...call, scope: 'mcp:tools.list' })).toBe('ERR_PERMISSION_DENIED');
  });

  it('that could not be written does not hold', () => {
    const { grants } = open({ grants: [] }, () => {
      throw new Error('ENOSPC');
    });
    expect(() => grants.grant(call, 'ALLOW_ALWAYS', by)).toThrow('ENOSPC');
    expect(codeOf(grants, call)).toBe('ERR_SCOPE_REQUIRED');
  });

  it('ends what was allowed for once, and is itself ended by the next', () => {
    const { grants } = open();
    grants.grant({ ...call, tabId: 4 }, 'ALLOW_ONCE', by);
    grants.grant(call, 'ALLOW_ONCE', by);
    grants.grant(call, 'DENY', by);
    expect(codeOf(grants, { ...call, tabId: 4 })).toBe('ERR_PERMISSION_DENIED');
    grants.grant(call, 'ALLOW_ALWAYS', by);
    expect(grants.list()).toHaveLength(1);
    expect(grants.revoke(page, 'mcp:tools.call')).toHaveLength(1);
    expect(codeOf(grants, call)).toBe('ERR_SCOPE_REQUIRED');
  });
});

it(verifies('an allow-list that is absent means all tools, an empty one none', 'S4-option-allowed-tools'), () => {
  const { grants } = open();
  const tools = ['files/read', 'files/write', 'web/get'];
  const allowed = () => tools.filter((tool) => codeOf(grants, call, tool) === 'granted');
  grants.grant(call, 'ALLOW_ALWAYS', by);
  expect(allowed()).toEqual(tools);
  grants.grant(call, 'ALLOW_ALWAYS', { ...by, allowedTools: [] });
  expect([allowed(), codeOf(grants, call, 'web/get')]).toEqual([[], 'ERR_TOOL_NOT_ALLOWED']);
  grants.grant(call, 'ALLOW_ALWAYS', { ...by, allowedTools: ['files/read'] });
  expect(allowed()).toEqual(['files/read']);
  grants.grant(call, 'ALLOW_ALWAYS', { ...by, allowedTools: ['files/*'] });
  expect(allowed()).toEqual(['files/read', 'files/write']);
  // What is allowed once on top does not narrow what was allowed for good.
  grants.grant(call, 'ALLOW_ONCE', { ...by, allowedTools: ['web/get'] });
  expect(allowed()).toEqual(tools);
});

it('a subject has its own grants and no others', () => {
  const { grants } = open();
  grants.grant(call, 'ALLOW_ALWAYS', by);
  const others: Subject[] = [
    { ...page, origin: 'https://b.example' },
    { ...page, origin: 'http://a.example' },
    { ...page, profileId: 'work' },
    { agent: 'https://a.example' },
  ];
  for (const subject of others) expect(codeOf(grants, { ...call, subject })).toBe('ERR_SCOPE_REQUIRED');
  grants.grant({ ...call, subject: { agent: 'agent_1' } }, 'DENY', by);
  expect(codeOf(grants, call)).toBe('granted');
  expect(grants.list({ agent: 'agent_1' })).toHaveLength(1);
});

it('nothing is granted but by the last word of the user, whatever came before', () => {
  const types: readonly GrantType[] = ['ALLOW_ONCE', 'ALLOW_ALWAYS', 'DENY'];
  const step = fc.oneof(
    fc.record({ kind: fc.constant('decide' as const), type: fc.constantFrom(...types) }),
    fc.record({ kind: fc.constant('revoke' as const) }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 20 * MINUTE_MS }) }),
    fc.record({ kind: fc.constant('restart' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { grants: first, clock, disk } = open();
      let grants = first;
      // The model: what was decided for good, and until when for once.
      let kept: 'ALLOW_ALWAYS' | 'DENY' | undefined;
      let onceUntil = 0;
      for (const each of steps) {
        if (each.kind === 'pass') clock.nowMs += each.ms;
        if (each.kind === 'revoke') grants.revoke(page, 'mcp:tools.call');
        if (each.kind === 'decide') grants.grant(call, each.type, by);
        if (each.kind === 'restart') {
          const { kept: stored } = disk;
          grants = new Grants({
            kept: stored,
            save: (next) => {
              disk.kept = next;
            },
            now: () => clock.nowMs,
            createId: () => `h${Math.random()}`,
          });
        }
        if (each.kind === 'revoke' || each.kind === 'restart') onceUntil = 0;
        if (each.kind === 'revoke') kept = undefined;
        if (each.kind === 'decide' && each.type === 'ALLOW_ONCE') onceUntil = clock.nowMs + 10 * MINUTE_MS;
        if (each.kind === 'decide' && each.type !== 'ALLOW_ONCE') [kept, onceUntil] = [each.type, 0];
        const expected =
          clock.nowMs < onceUntil || kept === 'ALLOW_ALWAYS'
            ? 'granted'
            : kept === 'DENY'
              ? 'ERR_PERMISSION_DENIED'
              : 'ERR_SCOPE_REQUIRED';
        expect(codeOf(grants, call)).toBe(expected);
      }
    }),
  );
});
