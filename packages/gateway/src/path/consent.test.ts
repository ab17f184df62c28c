import { type Ask, SallyportError } from '@sallyport/protocol';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Caller } from '../rooms/callers/callers.ts';
import { Grants } from '../rooms/grants/grants.ts';
import { openJournal } from '../rooms/journal/journal.ts';
import { type AskInBrowser, createConsent } from './consent.ts';
import { createDecisions } from './decisions.ts';

const keyed: Caller = { kind: 'agent', id: 'a1', name: 'Some Agent', session: 's', remembered: true, key: 'a1' };
const unnamed: Caller = { kind: 'agent', id: 'a2', name: 'unnamed', session: 's', remembered: false };
const refusal = new SallyportError('ERR_SCOPE_REQUIRED', 'must be asked');
const signal = new AbortController().signal;

function open(askInBrowser?: AskInBrowser) {
  let ids = 0;
  const now = () => 1000;
  const grants = new Grants({ kept: { grants: [] }, save: () => {}, now, createId: () => `g${++ids}` });
  const journal = openJournal({ write: () => {}, close: () => {} }, now);
  const consent = createConsent({
    grants: () => grants,
    decisions: createDecisions({ grants: () => grants, journal, now }),
    ...(askInBrowser === undefined ? {} : { askInBrowser }),
  });
  return { grants, consent };
}

const answering = (allow: string, action = 'accept') => vi.fn<Ask>(async () => ({ action, content: { allow } }));

it("through the agent's own client the user says yes for once, or no; nothing that it answers is kept", async () => {
  const { grants, consent } = open();
  const ask = (answer: Ask, caller = keyed, tool = 'files/read') =>
    consent.ask({ caller, tool, refusal, ask: answer, signal });
  expect(await ask(answering('once'))).toEqual({ by: 'consent' });
  expect(grants.list()).toEqual([]);
  await expect(ask(answering('no'))).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  await expect(ask(answering('always', 'decline'))).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  const answered = answering('always');
  await expect(ask(answered)).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  expect(answered.mock.calls[0]?.[1]).toMatchObject({
    requestedSchema: { properties: { allow: { enum: ['once', 'no'] } } },
  });
  expect(grants.list()).toEqual([]);
});

it('what the user allows for good in a browser is kept, tool by tool', async () => {
  const { grants, consent } = open(async () => 'always');
  const ask = (tool: string) => consent.ask({ caller: keyed, tool, refusal, signal });
  expect(await ask('files/read')).toEqual({ by: 'grant', grantId: 'g1' });
  expect(await ask('files/write')).toEqual({ by: 'grant', grantId: 'g2' });
  expect(grants.list()).toMatchObject([
    { agent: 'a1', allowedTools: ['files/read', 'files/write'], grantedBy: 'extension' },
  ]);
});

it('a grant for all tools stays one when the user also allows a tool that it does not count for', async () => {
  const { grants, consent } = open(async () => 'always');
  grants.grant({ subject: { agent: 'a1' }, scope: 'mcp:tools.call' }, 'ALLOW_ALWAYS', { grantedBy: 'command line' });
  const tool = 'browser/families.vision';
  expect(await consent.ask({ caller: keyed, tool, refusal, signal })).toEqual({ by: 'consent' });
  expect(grants.list()).toMatchObject([{ id: 'g1', allowedTools: undefined }]);
});

it('for an agent without a key nothing is kept, whatever its client answers', async () => {
  const { grants, consent } = open();
  const ask = answering('always');
  await expect(consent.ask({ caller: unnamed, tool: 'files/read', refusal, ask, signal })).rejects.toThrow();
  expect(ask.mock.calls[0]?.[1]).toMatchObject({
    requestedSchema: { properties: { allow: { enum: ['once', 'no'] } } },
  });
  expect(grants.list()).toEqual([]);
});

it('a client that cannot ask leaves the refusal as it was', async () => {
  const { consent } = open();
  const ask: Ask = () => Promise.reject(new SallyportError('ERR_TOOL_FAILED', 'no elicitation here'));
  await expect(consent.ask({ caller: keyed, tool: 'files/read', refusal, ask, signal })).rejects.toBe(refusal);
});

it('a question that nobody answers ends, and so does one whose call was withdrawn', async () => {
  const { consent } = open();
  const silent: Ask = (_, __, over) =>
    new Promise((_resolve, reject) => over.addEventListener('abort', () => reject(over.reason)));
  const controller = new AbortController();
  const request = { caller: keyed, tool: 'files/read', refusal, ask: silent };
  const withdrawn = consent.ask({ ...request, signal: controller.signal });
  controller.abort(new SallyportError('ERR_CANCELLED', 'withdrawn'));
  await expect(withdrawn).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  onTestFinished(() => void vi.restoreAllMocks());
  const late: Ask = (_, __, over) => Promise.reject(over.reason);
  await expect(consent.ask({ ...request, ask: late, signal })).rejects.toMatchObject({ code: 'ERR_CONSENT_TIMEOUT' });
});

it('the user is asked in a browser first, and through the client only where no browser can ask', async () => {
  const ask = answering('once');
  const request = { caller: keyed, tool: 'files/read', refusal, ask, signal };
  const { grants, consent } = open(async () => 'always');
  expect(await consent.ask(request)).toEqual({ by: 'grant', grantId: 'g1' });
  expect(grants.list()).toMatchObject([{ grantedBy: 'extension', allowedTools: ['files/read'] }]);
  await expect(open(async () => 'no').consent.ask(request)).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  expect(ask).not.toHaveBeenCalled();
  expect(await open(async () => undefined).consent.ask(request)).toEqual({ by: 'consent' });
  expect(ask).toHaveBeenCalledOnce();
  const { ask: _, ...alone } = request;
  await expect(open(async () => undefined).consent.ask(alone)).rejects.toBe(refusal);
});
