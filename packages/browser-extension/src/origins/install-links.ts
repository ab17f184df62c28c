// "Add to Sallyport": takes the click on a page's install link, asks the user, and has the gateway add the server.
import { isRecord, limits, recordsIn, SallyportError } from '@sallyport/protocol';
import { ADD_SERVER, type AddServerReply, parseInstallLink } from '../base/install-link.ts';
import type { BrowserApi } from '../base/platform.ts';
import { text } from '../base/texts.ts';
import type { Questions } from '../guard/questions/questions.ts';
import type { BackOff } from './back-off.ts';
import type { AskGateway } from './gateway.ts';
import { type PageSender, pageSenderOf } from './page-sender.ts';

export interface InstallLinksOptions {
  readonly api: Pick<BrowserApi, 'runtime'>;
  readonly ask: AskGateway;
  readonly questions: Questions;
  /** A page can lay its button under clicks that are meant for something else. */
  readonly backOff: BackOff;
  /** Whether the user's settings let this origin offer anything. */
  readonly isAllowed: (origin: string) => boolean;
  readonly report: (fault: unknown) => void;
}

const LINK_MAX_CHARS = 100_000;

/** Starts listening at once. */
export function openInstallLinks(options: InstallLinksOptions): { readonly notNow: () => void } {
  const { api, ask, questions, backOff, isAllowed, report } = options;
  /** One at a time: a page with many links is no reason for many windows. */
  let isAsking = false;

  async function add(page: PageSender, link: string): Promise<AddServerReply> {
    const server = parseInstallLink(link);
    if (typeof server === 'string') return refused(server);
    const { origin, tabId } = page;
    const waiter = `install ${origin}`;
    if (backOff.leftMs(waiter) > 0) return refused(text('installLater'));
    const agent = { id: origin, name: origin, session: `${origin} ${tabId}`, remembered: false };
    const isTaken = await hasServer(ask, server.name);
    const patience = { signal: new AbortController().signal, waitMs: limits.agent.consentMs };
    const question = { kind: 'install', agent, origin, tabId, server, isTaken } as const;
    const answered = questions.ask(question, patience).finally(notNow);
    const { decision } = await answered.catch(async (thrown: unknown) => {
      await backOff.withdrawn(waiter);
      throw thrown;
    });
    await (decision === 'deny' ? backOff.withdrawn(waiter) : backOff.clear(waiter));
    if (isTaken) return refused(text('installHave', server.name));
    if (decision === 'deny') return refused(text('notAdded'));
    await ask('host_panel', { do: 'add', servers: { [server.name]: server.entry } });
    return { isAdded: true, text: text('addedToSallyport') };
  }

  async function answer(page: PageSender, link: string): Promise<AddServerReply> {
    if (isAsking) return refused(text('answerFirst'));
    isAsking = true;
    try {
      return await add(page, link);
    } catch (fault) {
      if (fault instanceof SallyportError) return refused(fault.message);
      report(fault);
      return refused(text('notAdded'));
    } finally {
      isAsking = false;
    }
  }

  api.runtime.onMessage.addListener((message: unknown, sender, reply) => {
    if (!isRecord(message) || message.type !== ADD_SERVER) return false;
    const page = pageSenderOf(sender, api.runtime.id);
    const { link } = message;
    if (page === undefined || !isAllowed(page.origin)) return false;
    if (typeof link !== 'string' || link.length > LINK_MAX_CHARS) return false;
    answer(page, link).then(reply, report);
    // The answer comes later.
    return true;
  });
  /** The user closed the window that asks. */
  const notNow = () => questions.withdraw(({ kind }) => kind === 'install', closed());
  return { notNow };
}

/** Nothing is started for this; the gateway refuses a name that is taken in any case. */
async function hasServer(ask: AskGateway, name: string): Promise<boolean> {
  const { servers } = await ask('host_panel', { do: 'look', servers: true, if_running: true }).catch(() => ({
    servers: [],
  }));
  const wanted = slugOf(name);
  return recordsIn(servers).some(({ name: known, id }) => slugOf(String(known)) === wanted || id === wanted);
}

/** Names that differ only in signs are the same server to the gateway. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function refused(text: string): AddServerReply {
  return { isAdded: false, text };
}

function closed(): SallyportError {
  return new SallyportError('ERR_CANCELLED', text('notAdded'));
}
