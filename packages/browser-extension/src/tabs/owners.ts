// Who owns which tab: a tab belongs to the session that opened it, every other tab to the user.
import { type AgentLabel, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import type { Store } from '../base/store.ts';

const storedTab = z.object({
  tabId: z.int(),
  /** The session, under the name that earlier versions stored. */
  stay: z.string(),
  agentId: z.string(),
  /** Agents of a remote host may share a key, and with it the id. */
  agentName: z.string().optional(),
  /** Increases with every use; 0 for a tab that a page opened, less for one of the agent's last session. */
  usedAt: z.int(),
  /** The user's own tab, lent to the agent: it goes back to the user, and is never closed for them. */
  isLent: z.boolean().optional(),
  /** Refs below this were used in this tab: no ref is given out twice, by whatever page. */
  nextRef: z.int(),
});

type OwnedTab = Omit<z.infer<typeof storedTab>, 'stay'> & { readonly session: string };

const FIRST_REF = 1;
const RETURNED = -1;

export class Owners {
  readonly #store: Store;
  readonly #tabs = new Map<number, OwnedTab>();
  #uses = 0;
  #writing: Promise<void> = Promise.resolve();
  #isDirty = false;
  #isBrowserFresh = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Restores what an earlier worker stored, for tabs that are still open. */
  async load(openTabIds: ReadonlySet<number>): Promise<void> {
    const kept = z.array(storedTab).safeParse(await this.#store.read());
    // onStartup may have fired before or during this.
    if (this.#isBrowserFresh) return;
    for (const { stay, ...tab } of kept.data ?? []) {
      const isOpen = openTabIds.has(tab.tabId);
      if (isOpen && !this.#tabs.has(tab.tabId)) this.#tabs.set(tab.tabId, { ...tab, session: stay });
      this.#uses = Math.max(this.#uses, tab.usedAt);
    }
    this.#save();
  }

  /** The session opened this tab, or the user has lent it one of theirs. */
  claim(tabId: number, agent: AgentLabel, isLent = false): void {
    this.#uses += 1;
    const owner = { session: agent.session, agentId: agent.id, agentName: agent.name };
    this.#tabs.set(tabId, { ...owner, tabId, usedAt: this.#uses, isLent, nextRef: FIRST_REF });
    this.#save();
  }

  /** A page in `openerId` opened this tab: it gets the same owner, but does not become the session's last tab. */
  inherit(tabId: number, openerId: number): void {
    const opener = this.#tabs.get(openerId);
    if (opener === undefined || this.#tabs.has(tabId)) return;
    this.#tabs.set(tabId, { ...opener, tabId, usedAt: 0, isLent: false, nextRef: FIRST_REF });
    this.#save();
  }

  /** The browser replaced the tab by another one with the same content. */
  replace(newId: number, oldId: number): void {
    const tab = this.#tabs.get(oldId);
    if (tab === undefined) return;
    this.#tabs.delete(oldId);
    this.#tabs.set(newId, { ...tab, tabId: newId });
    this.#save();
  }

  release(tabId: number): void {
    if (this.#tabs.delete(tabId)) this.#save();
  }

  /** The browser has restarted, so tab ids now mean other tabs. */
  forgetAll(): void {
    this.#isBrowserFresh = true;
    this.#tabs.clear();
    this.#save();
  }

  /**
   * A new session of the agent gets the tabs that `left` opened. None becomes its last tab: what it does without naming a tab
   * must not go to a page that it has not seen.
   */
  handOver(left: string, { id, name, session }: AgentLabel): number[] {
    const returned = [...this.#tabs.values()].filter(
      (tab) => tab.session === left && tab.agentId === id && tab.agentName === name && tab.isLent !== true,
    );
    for (const tab of returned) this.#tabs.set(tab.tabId, { ...tab, session, usedAt: RETURNED });
    if (returned.length > 0) this.#save();
    return returned.map(({ tabId }) => tabId);
  }

  /** Of all agents, least recently used first. */
  get all(): readonly Pick<OwnedTab, 'tabId' | 'session' | 'isLent'>[] {
    return [...this.#tabs.values()].sort((a, b) => a.usedAt - b.usedAt);
  }

  tabsOf(session: string): number[] {
    return this.all.filter((tab) => tab.session === session).map(({ tabId }) => tabId);
  }

  /** The tab that the session used last. */
  lastOf(session: string): number | undefined {
    const tabId = this.tabsOf(session).at(-1);
    return tabId === undefined || this.#tabs.get(tabId)?.usedAt === RETURNED ? undefined : tabId;
  }

  /** The user's own among the session's tabs. */
  lentTo(session: string): number[] {
    return this.tabsOf(session).filter((tabId) => this.#tabs.get(tabId)?.isLent === true);
  }

  /** Notes a use of the session's own tab. Throws ERR_TAB_OWNED for any other; its text is a contract with legacy clients. */
  use(tabId: number, verb: string, { session }: AgentLabel): void {
    const tab = this.#tabs.get(tabId);
    if (tab?.session !== session) throw notYours(tabId, verb, tab);
    // Used again by nobody else since: the order is the same, and a write would cost every call of an agent.
    if (tab.usedAt === this.#uses) return;
    this.#uses += 1;
    tab.usedAt = this.#uses;
    this.#save();
  }

  isOwned(tabId: number): boolean {
    return this.#tabs.has(tabId);
  }

  isOwnedBy(tabId: number, session: string): boolean {
    return this.#tabs.get(tabId)?.session === session;
  }

  isSameOwner(one: number, other: number): boolean {
    const session = this.#tabs.get(one)?.session;
    return session !== undefined && this.isOwnedBy(other, session);
  }

  nextRef(tabId: number): number {
    return this.#tabs.get(tabId)?.nextRef ?? FIRST_REF;
  }

  noteNextRef(tabId: number, nextRef: number): void {
    const tab = this.#tabs.get(tabId);
    if (tab === undefined || tab.nextRef >= nextRef) return;
    tab.nextRef = nextRef;
    this.#save();
  }

  /** Resolves when all changes so far are written. */
  async saved(): Promise<void> {
    await this.#writing;
  }

  /** One write at a time; changes during a write are written together afterwards. */
  #save(): void {
    if (this.#isDirty) return;
    this.#isDirty = true;
    this.#writing = this.#writing.then(async () => {
      this.#isDirty = false;
      await this.#store.write([...this.#tabs.values()].map(({ session, ...tab }) => ({ ...tab, stay: session })));
    });
  }
}

function notYours(tabId: number, verb: string, owner: OwnedTab | undefined): SallyportError {
  const whose = owner === undefined ? 'the user' : shortId(owner.agentId);
  return new SallyportError('ERR_TAB_OWNED', `Cannot ${verb} tab ${tabId} (owned by ${whose})`, {
    reason: 'OWNERSHIP',
    hint: 'Use a tab of your own: "tabs" with action "list" shows them, action "open" opens one.',
    data: { tabId },
  });
}

/** An agent's id is secret: others see its first four digits, and nothing of an id of another form. */
function shortId(agentId: string): string {
  const digits = /[0-9a-f]{32}/i.exec(agentId)?.[0].slice(0, 4);
  return digits === undefined ? 'another agent' : `agent_${digits}...`;
}
