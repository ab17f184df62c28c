// Asks the user what a page may do, once for all requests of that page, and has the gateway keep the answer.
import { type Clock, limits, SallyportError } from '@sallyport/protocol';
import type { Answer, Question, Subjects } from '../guard/questions/question.ts';
import type { Questions } from '../guard/questions/questions.ts';
import type { BackOff } from './back-off.ts';
import { type AskGateway, fieldsOf, type Grant, grantableTools, grantsOf, type Scope } from './gateway.ts';
import type { PageSender } from './page-sender.ts';

export interface PageConsentOptions {
  readonly ask: AskGateway;
  readonly questions: Questions;
  readonly backOff: BackOff;
  readonly clock: Clock;
  /** The icon of the page's tab, if it can be shown. */
  readonly iconOf: (page: PageSender) => Promise<string | undefined>;
  /** Something was allowed to the page, for its tab alone. */
  readonly onTabGranted: (page: PageSender) => Promise<void>;
  /** Something was allowed to the origin for good. */
  readonly onAlwaysGranted: (origin: string) => Promise<void>;
  /** Grants have changed. */
  readonly onChange: () => void;
}

export interface Wanted {
  readonly scopes: readonly Scope[];
  readonly reason: string;
  /** `server/tool`; undefined: whatever the user chooses. */
  readonly tools: readonly string[] | undefined;
}

type PageSubject = Subjects['page'];

/** One open question to the user, and the requests that wait for it. */
interface Asking {
  readonly page: PageSender;
  readonly stop: AbortController;
  subject: PageSubject;
  done: Promise<void>;
  waiting: number;
}

export class PageConsent {
  readonly #options: PageConsentOptions;
  /** By origin and tab. */
  readonly #asking = new Map<string, Asking>();

  constructor(options: PageConsentOptions) {
    this.#options = options;
  }

  /** Resolves when the user has decided, or did not want to; the gateway's grants say how. */
  async request(page: PageSender, wanted: Wanted, signal: AbortSignal): Promise<void> {
    const { ask, backOff } = this.#options;
    const missing = missingOf(wanted, await grantsOf(ask, page));
    if (missing.length === 0 || backOff.leftMs(waiterOf(page)) > 0) return;
    const subject = await this.#subjectOf(page, missing, wanted);
    if (subject.scopes.length === 0) return;
    await this.#joined(page, subject, signal);
  }

  /** Closes the question to a user who closed its window: not now. */
  notNow(): void {
    this.#options.questions.withdraw(({ kind }) => kind === 'page', closed());
  }

  async #subjectOf(page: PageSender, missing: readonly Scope[], wanted: Wanted): Promise<PageSubject> {
    const tools = missing.includes('mcp:tools.call') ? await grantableTools(this.#options.ask) : [];
    const offered = tools
      .filter(({ name }) => wanted.tools?.includes(name) ?? true)
      .map(({ name, description = '', effect }) => ({
        name,
        description,
        effect,
        // What the page names is what the user is asked about; of all others only what reads is suggested.
        isSuggested: wanted.tools !== undefined || effect === 'read',
      }));
    const scopes = missing.filter((scope) => scope !== 'mcp:tools.call' || offered.length > 0);
    const { origin, tabId, within } = page;
    const icon = await this.#options.iconOf(page);
    return { origin, tabId, within, icon, reason: wanted.reason, scopes, tools: offered };
  }

  async #joined(page: PageSender, subject: PageSubject, signal: AbortSignal): Promise<void> {
    const key = JSON.stringify([page.origin, page.tabId]);
    const asking = this.#asking.get(key);
    if (asking !== undefined) this.#merge(asking, subject);
    const joined = asking ?? this.#begin(key, page, subject);
    joined.waiting += 1;
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      signal.throwIfAborted();
      await Promise.race([joined.done, left]);
    } finally {
      joined.waiting -= 1;
      if (joined.waiting === 0) joined.stop.abort(unheard());
    }
  }

  #begin(key: string, page: PageSender, subject: PageSubject): Asking {
    const asking: Asking = { page, subject, stop: new AbortController(), done: Promise.resolve(), waiting: 0 };
    this.#asking.set(key, asking);
    asking.done = this.#decide(asking).finally(() => this.#asking.delete(key));
    asking.done.catch(() => {});
    return asking;
  }

  /** A second request widens the open question instead of opening another. */
  #merge(asking: Asking, { scopes, tools }: PageSubject): void {
    const { questions } = this.#options;
    const { origin, tabId } = asking.page;
    const open = questions.list().find((question) => isAbout(question, origin, tabId));
    const { subject } = asking;
    const names = new Set(subject.tools.map(({ name }) => name));
    const merged = {
      ...subject,
      scopes: [...new Set([...subject.scopes, ...scopes])],
      tools: [...subject.tools, ...tools.filter(({ name }) => !names.has(name))],
    };
    // Nothing new: the user goes on reading.
    if (open?.kind !== 'page' || JSON.stringify(merged) === JSON.stringify(subject)) return;
    asking.subject = merged;
    questions.amend(open.id, { ...open, ...merged });
  }

  async #decide(asking: Asking): Promise<void> {
    const { questions, backOff, onChange } = this.#options;
    const { page, stop, subject } = asking;
    const { signal } = stop;
    const { origin, tabId } = page;
    const agent = { id: origin, name: origin, session: `${origin} ${tabId}`, remembered: false };
    try {
      const question = { kind: 'page', agent, ...subject } as const;
      const answer = await questions.ask(question, { signal, waitMs: limits.agent.consentMs });
      await this.#keep(page, asking.subject, answer);
    } catch (thrown) {
      if (signal.aborted) {
        // The page has left; the user has not answered.
        await backOff.withdrawn(waiterOf(page));
        throw thrown;
      }
      if (!(thrown instanceof SallyportError) || !isNoAnswer(thrown)) throw thrown;
      await backOff.refused(waiterOf(page));
    } finally {
      questions.withdraw((question) => isAbout(question, origin, tabId), unheard());
      onChange();
    }
  }

  async #keep(asker: PageSender, { scopes, tools }: PageSubject, answer: Answer): Promise<void> {
    const { ask, backOff, clock, onTabGranted, onAlwaysGranted } = this.#options;
    // The user has answered: a gateway that ended meanwhile is started for it.
    const page = { ...asker, mayStart: true };
    const grants = await grantsOf(ask, page);
    const isAllowed = answer.decision === 'allow';
    // In a frame, the user decides for the tab alone, whatever the panel sent.
    const isForTab = page.within !== undefined || (isAllowed && answer.lasting === 'once');
    const chosen = tools.flatMap(({ name }) => (answer.tools?.includes(name) ? [name] : []));
    const inTab = { ...fieldsOf(page), expires_at: clock.now() + limits.webOrigin.tabGrantMs };
    const terms = isForTab
      ? { ...inTab, grant_type: isAllowed ? 'ALLOW_ONCE' : 'DENY' }
      : { origin: page.origin, grant_type: isAllowed ? 'ALLOW_ALWAYS' : 'DENY' };
    let kept = 0;
    for (const scope of scopes) {
      const before = grants.filter((grant) => grant.scope === scope && grant.grantType !== 'DENY');
      // A no to more tools does not take away those that were allowed before, and a yes to no tool allows nothing.
      if (isAllowed ? scope === 'mcp:tools.call' && chosen.length === 0 : before.length > 0) continue;
      const allowed = [...new Set([...before.flatMap(({ allowedTools = [] }) => allowedTools), ...chosen])];
      const list = isAllowed && scope === 'mcp:tools.call' ? { allowed_tools: allowed } : {};
      await ask('host_grant_permission', { ...terms, scope, ...list });
      kept += 1;
    }
    const hasAllowed = isAllowed && kept > 0;
    if (kept > 0 && isForTab) await onTabGranted(asker);
    if (hasAllowed && !isForTab) await onAlwaysGranted(page.origin);
    await (hasAllowed ? backOff.clear(waiterOf(page)) : backOff.refused(waiterOf(page)));
  }
}

/** Whose asking has to wait: a page around a frame must not make the frame's site wait elsewhere. */
function waiterOf({ origin, within }: PageSender): string {
  return within === undefined ? origin : `${origin} in ${within}`;
}

/** Scopes that the user has not decided on, and calls of tools that an earlier yes does not cover. */
function missingOf({ scopes, tools }: Wanted, grants: readonly Grant[]): readonly Scope[] {
  return scopes.filter((scope) => {
    const decided = grants.filter((grant) => grant.scope === scope);
    if (decided.length === 0) return true;
    if (scope !== 'mcp:tools.call' || decided.some(({ grantType }) => grantType === 'DENY')) return false;
    return tools?.some((tool) => !decided.some((grant) => covers(grant, tool))) ?? false;
  });
}

function covers({ allowedTools }: Grant, tool: string): boolean {
  return allowedTools === undefined || allowedTools.some((name) => name === tool || name === `${appOf(tool)}/*`);
}

function appOf(tool: string): string {
  return tool.split('/')[0] ?? '';
}

function isAbout(question: Question, origin: string, tabId: number): boolean {
  return question.kind === 'page' && question.origin === origin && question.tabId === tabId;
}

function isNoAnswer({ code }: SallyportError): boolean {
  return code === 'ERR_CONSENT_TIMEOUT' || code === 'ERR_CANCELLED';
}

function closed(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The user closed the question.');
}

function unheard(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The page that asked is gone.');
}
