// Asks the user about tools with an "ask" rule: in a connected browser, else through the agent's client.
import { type Ask, isRecord, limits, SallyportError } from '@sallyport/protocol';
import type { Caller } from '../rooms/callers/callers.ts';
import type { Grant } from '../rooms/grants/grant.ts';
import type { Grants } from '../rooms/grants/grants.ts';
import type { Reason } from '../rooms/grants/reason.ts';
import type { Decisions } from './decisions.ts';

export interface Consent {
  /** Resolves with why the call is allowed; rejects with `refusal` when nobody can be asked. */
  ask(request: ConsentRequest): Promise<Reason>;
}

export interface ConsentRequest {
  readonly caller: Caller;
  /** `app/tool`. */
  readonly tool: string;
  readonly refusal: SallyportError;
  /** Missing when the agent's client cannot be asked during a call. */
  readonly ask?: Ask;
  readonly signal: AbortSignal;
}

type ConsentAnswer = 'once' | 'always' | 'no';

/** Undefined when no browser can ask. */
export type AskInBrowser = (caller: Caller, tool: string, signal: AbortSignal) => Promise<ConsentAnswer | undefined>;

export interface ConsentOptions {
  readonly grants: () => Grants;
  readonly decisions: Decisions;
  readonly askInBrowser?: AskInBrowser;
}

const SCOPE = 'mcp:tools.call' as const;

/** The question for the agent's own client. The client could answer it alone, so "always" is not offered. */
const question = (name: string, tool: string) => ({
  message: `May ${name} use ${tool}?`,
  requestedSchema: {
    type: 'object',
    properties: { allow: { type: 'string', title: 'Allow', enum: ['once', 'no'], default: 'no' } },
    required: ['allow'],
  },
});

export function createConsent({ grants, decisions, askInBrowser = async () => undefined }: ConsentOptions): Consent {
  return {
    async ask({ caller, tool, refusal, ask, signal }) {
      const key = caller.kind === 'agent' ? caller.key : undefined;
      const inBrowser = await askInBrowser(caller, tool, signal);
      signal.throwIfAborted();
      const given = inBrowser ?? (await answerTo(ask, question(caller.name, tool), signal, refusal));
      const earlier = key === undefined ? undefined : lastingOf(key);
      // A grant for all tools cannot name one more, and must not shrink to it.
      const answer = given === 'always' && earlier !== undefined && earlier.allowedTools === undefined ? 'once' : given;
      // Grants are kept only for agents with a key.
      if (answer === 'always' && key !== undefined) return { by: 'grant', grantId: keep(key, tool, earlier) };
      const agent = { id: caller.id, name: caller.name };
      const by = inBrowser === undefined ? 'agent client' : 'extension';
      decisions.noteAnswer({ agent, tool, isAllowed: answer === 'once' }, by);
      if (answer === 'once') return { by: 'consent' };
      throw new SallyportError('ERR_PERMISSION_DENIED', `The user did not allow ${tool}.`, {
        hint: 'Do not ask again unless the user brings it up.',
      });
    },
  };

  function lastingOf(key: string): Grant | undefined {
    return grants()
      .list({ agent: key })
      .find((grant) => grant.scope === SCOPE && grant.grantType === 'ALLOW_ALWAYS');
  }

  function keep(key: string, tool: string, earlier: Grant | undefined): string {
    const allowedTools = [...new Set([...(earlier?.allowedTools ?? []), tool])];
    const request = { subject: { agent: key }, scope: SCOPE };
    return decisions.grant(request, 'ALLOW_ALWAYS', { allowedTools }, 'extension').id;
  }
}

/** Throws the refusal, which names the command to allow the tool, when the client cannot ask. */
async function answerTo(
  ask: Ask | undefined,
  params: ReturnType<typeof question>,
  signal: AbortSignal,
  refusal: SallyportError,
): Promise<'once' | 'no'> {
  if (ask === undefined) throw refusal;
  const time = AbortSignal.timeout(limits.agent.consentMs);
  const result = await ask('elicitation/create', params, AbortSignal.any([signal, time])).catch((thrown: unknown) => {
    signal.throwIfAborted();
    if (time.aborted) throw unanswered();
    throw thrown instanceof SallyportError && thrown.code === 'ERR_CANCELLED' ? thrown : refusal;
  });
  const content = isRecord(result.content) ? result.content : {};
  const { allow } = content;
  return result.action === 'accept' && allow === 'once' ? allow : 'no';
}

function unanswered(): SallyportError {
  return new SallyportError('ERR_CONSENT_TIMEOUT', 'The user did not answer in time.', {
    hint: 'The call has not run. Ask the user, and call again.',
    data: { outcome: 'not_run' },
  });
}
