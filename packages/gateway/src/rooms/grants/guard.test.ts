import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../../tests/support/verifies.ts';
import { Grants, type StoredGrants } from './grants.ts';
import { createGuard, type GuardCaller, type GuardedTool } from './guard.ts';
import type { PolicyRules } from './policy.ts';
import { reasonText } from './reason.ts';

const key = 'agent_0123';
const agent: GuardCaller = { kind: 'agent', key };
const unnamed: GuardCaller = { kind: 'agent' };
const page = { kind: 'origin', origin: 'https://a.example', profileId: 'default' } as const;
const by = { grantedBy: 'command line' };

const read: GuardedTool = { name: 'files/read', isOurs: false };
const click: GuardedTool = { name: 'browser/click', isOurs: true };
const activeTab: GuardedTool = { name: 'browser/active_tab', isOurs: true, scope: 'browser:activeTab.read' };

function open(rules: PolicyRules = {}, kept: StoredGrants = { grants: [] }) {
  let ids = 0;
  const grants = new Grants({ kept, save: () => {}, now: () => 1000, createId: () => `g${++ids}` });
  const decisions: string[] = [];
  const guard = createGuard({
    rules: () => rules,
    grants: () => grants,
    onDecision: ({ origin }, scope, isGranted) => decisions.push(`${origin} ${scope} ${isGranted}`),
  });
  const answer = (caller: GuardCaller, tool: GuardedTool) => {
    try {
      return reasonText(guard.authorise(caller, tool));
    } catch (thrown) {
      return thrown instanceof Error && 'code' in thrown ? thrown.code : thrown;
    }
  };
  return { grants, guard, answer, decisions };
}

describe('an agent', () => {
  it('may call what no rule speaks against, and hears why', () => {
    const { answer } = open({ 'files/*': 'allow' });
    expect([answer(agent, read), answer(unnamed, read), answer(agent, click)]).toEqual([
      'rule files/*',
      'rule files/*',
      'default',
    ]);
  });

  it(verifies('is denied by a rule, which is named', 'S4-err-permission-denied'), () => {
    const { guard } = open({ 'files/*': 'deny' });
    expect(() => guard.authorise(agent, read)).toThrow(
      expect.objectContaining({ code: 'ERR_PERMISSION_DENIED', data: { rule: 'files/*' } }),
    );
    expect(guard.sees(agent, read)).toBe(false);
  });

  it('that must be asked for is told the exact command, and then is allowed by it', () => {
    const { grants, guard, answer } = open({ 'files/*': 'ask' });
    const command = `sallyport grants allow ${key} mcp:tools.call --tool files/read`;
    expect(() => guard.authorise(agent, read)).toThrow(
      expect.objectContaining({ code: 'ERR_SCOPE_REQUIRED', hint: expect.stringContaining(command) }),
    );
    // It knows of the tool, else nobody would ever ask.
    expect(guard.sees(agent, read)).toBe(true);
    grants.grant({ subject: { agent: key }, scope: 'mcp:tools.call' }, 'ALLOW_ALWAYS', {
      ...by,
      allowedTools: ['files/read'],
    });
    expect(answer(agent, read)).toBe('grant g1');
    expect(answer(unnamed, read)).toBe('ERR_SCOPE_REQUIRED');
    expect(answer({ kind: 'user' }, read)).toBe('rule files/*');
  });

  it('is allowed what is allowed by name alone by no wider rule or grant, and denied it by any', () => {
    const family: GuardedTool = {
      name: 'browser/families.vision',
      isOurs: true,
      asksFirst: true,
      isAllowedByName: true,
    };
    const granted = (...lists: (string[] | undefined)[]) => {
      const { grants, answer } = open();
      const request = { subject: { agent: key }, scope: 'mcp:tools.call' } as const;
      for (const [index, allowedTools] of lists.entries()) {
        grants.grant(request, index === 0 ? 'ALLOW_ALWAYS' : 'ALLOW_ONCE', { ...by, allowedTools });
      }
      return answer(agent, family);
    };
    expect(open({ 'browser/*': 'allow' }).answer(agent, family)).toBe('ERR_SCOPE_REQUIRED');
    expect(open({ 'browser/*': 'deny' }).answer(agent, family)).toBe('ERR_PERMISSION_DENIED');
    expect(open({ [family.name]: 'allow', 'browser/*': 'deny' }).answer(agent, family)).toBe(`rule ${family.name}`);
    expect([granted(undefined), granted(['browser/*'])]).toEqual(['ERR_SCOPE_REQUIRED', 'ERR_SCOPE_REQUIRED']);
    expect(granted(['browser/*', family.name])).toBe('grant g1');
    expect(granted([family.name], undefined)).toBe('grant g1');
  });

  it('that the user denied is denied', () => {
    const { grants, guard, answer } = open({ 'files/*': 'allow' });
    grants.grant({ subject: { agent: key }, scope: 'mcp:tools.call' }, 'DENY', by);
    expect([answer(agent, read), guard.sees(agent, read)]).toEqual(['ERR_PERMISSION_DENIED', false]);
  });

  it('that was allowed one tool it must ask for keeps what it need not ask for', () => {
    const { grants, answer } = open({ 'files/*': 'ask' });
    const request = { subject: { agent: key }, scope: 'mcp:tools.call' } as const;
    grants.grant(request, 'ALLOW_ALWAYS', { ...by, allowedTools: ['files/read'] });
    const others: GuardedTool[] = [
      { name: 'web/get', isOurs: false },
      { name: 'files/write', isOurs: false },
    ];
    expect(others.map((tool) => answer(agent, tool))).toEqual(['default', 'ERR_SCOPE_REQUIRED']);
  });

  it('is allowed nothing while the decisions are lost, until the user begins anew', () => {
    const { grants, answer } = open({ 'files/*': 'allow' }, { grants: [], lost: { at: 1, setAside: '/x' } });
    expect([answer(agent, read), answer(unnamed, click)]).toEqual(['ERR_PERMISSION_DENIED', 'ERR_PERMISSION_DENIED']);
    grants.revokeAll();
    expect(answer(agent, read)).toBe('rule files/*');
  });
});

describe('a web origin', () => {
  it(verifies('sees and calls only what it was given', 'S4-sec-allowlist'), () => {
    const { grants, guard, answer, decisions } = open();
    const subject = { origin: 'https://a.example', profileId: 'default' };
    expect(() => guard.require(page, 'mcp:tools.list')).toThrow();
    grants.grant({ subject, scope: 'mcp:tools.list' }, 'ALLOW_ALWAYS', by);
    grants.grant({ subject, scope: 'mcp:tools.call' }, 'ALLOW_ALWAYS', { ...by, allowedTools: ['files/read'] });
    const write: GuardedTool = { name: 'files/write', isOurs: false };
    expect([guard.sees(page, read), guard.sees(page, write)]).toEqual([true, false]);
    expect([answer(page, read), answer(page, write)]).toEqual(['grant g2', 'ERR_TOOL_NOT_ALLOWED']);
    expect(decisions).toEqual([
      'https://a.example mcp:tools.list false',
      'https://a.example mcp:tools.call true',
      'https://a.example mcp:tools.call false',
    ]);
  });

  it('finds of our own apps only what they offer to pages, under its scope', () => {
    const { grants, guard, answer } = open();
    const subject = { origin: 'https://a.example', profileId: 'default' };
    for (const scope of ['mcp:tools.list', 'mcp:tools.call'] as const) {
      grants.grant({ subject, scope }, 'ALLOW_ALWAYS', by);
    }
    expect([answer(page, click), guard.sees(page, click)]).toEqual(['ERR_TOOL_NOT_FOUND', false]);
    expect([answer(page, activeTab), guard.sees(page, activeTab)]).toEqual(['ERR_SCOPE_REQUIRED', false]);
    grants.grant({ subject, scope: 'browser:activeTab.read' }, 'ALLOW_ONCE', by);
    expect([answer(page, activeTab), guard.sees(page, activeTab)]).toEqual(['grant g3', true]);
    // A server cannot open itself to pages by naming a scope.
    expect(answer(page, { ...read, scope: 'browser:activeTab.read' })).toBe('grant g2');
  });

  it('is denied by a rule of the user as everyone is', () => {
    const { grants, answer } = open({ 'files/*': 'deny' });
    grants.grant(
      { subject: { origin: page.origin, profileId: 'default' }, scope: 'mcp:tools.call' },
      'ALLOW_ALWAYS',
      by,
    );
    expect(answer(page, read)).toBe('ERR_PERMISSION_DENIED');
  });
});
