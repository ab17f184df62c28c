// Where the relays of web pages connect: checks whose page it is, reads its requests and answers each of them once.
import { IncomingRequests, limits, type Progress, SallyportError, toWireError } from '@sallyport/protocol';
import * as z from 'zod';
import type { BrowserApi } from '../base/platform.ts';
import { type PageMethod, type PageReply, pageMethods, WEB_PAGE } from '../base/web-page.ts';
import type { IsDelegated } from './frames.ts';
import { frameSenderOf, type PageSender, pageSenderOf } from './page-sender.ts';

export interface PageCall {
  readonly page: PageSender;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export type PageMethods = Readonly<Record<PageMethod, (params: unknown, call: PageCall) => Promise<unknown>>>;

export interface PageDoorOptions {
  readonly api: BrowserApi;
  /** Whether the user's settings allow this origin to use `window.agent`. */
  readonly isAllowed: (origin: string) => boolean;
  /** Whether the pages around a frame let it use `window.agent`. */
  readonly isDelegated: IsDelegated;
  readonly methods: PageMethods;
  /** Whether the user has allowed this origin something for good. */
  readonly isKnown: (origin: string) => boolean;
  /** A page of this sender is there. */
  readonly onPage: (page: PageSender) => void;
  /** Resolves when the settings are known. */
  readonly loaded: Promise<void>;
  readonly report: (fault: unknown) => void;
}

const pageMessage = z.union([
  z.object({ id: z.int(), cancel: z.literal(true) }),
  z.object({
    id: z.int(),
    method: z.enum(pageMethods),
    params: z.record(z.string(), z.unknown()),
    isByUser: z.boolean(),
  }),
]);
type PageRequest = Extract<z.infer<typeof pageMessage>, { method: PageMethod }>;
const withId = z.object({ id: z.int() });

/** Starts listening at once. */
export function openPageDoor(options: PageDoorOptions): void {
  const { api, isAllowed, isDelegated, isKnown, methods, onPage, loaded, report } = options;
  api.runtime.onConnect.addListener((port) => {
    if (port.name !== WEB_PAGE) return;
    const frame = frameSenderOf(port.sender, api.runtime.id);
    const page = frame ?? pageSenderOf(port.sender, api.runtime.id);
    if (page === undefined) {
      port.disconnect();
      return;
    }
    onPage(page);
    const isLetIn = frame === undefined ? Promise.resolve(true) : isDelegated(frame);
    const requests = new IncomingRequests<number>();
    let isOpen = true;
    const reply = (message: PageReply) => {
      if (isOpen) port.postMessage(message);
    };

    async function answer({ id, method, params, isByUser }: PageRequest, page: PageSender): Promise<void> {
      try {
        await loaded;
        if (!isAllowed(page.origin)) throw notAllowed(page.origin);
        if (!(await isLetIn)) throw notDelegated();
        if (requests.size >= limits.webOrigin.requestsPerPage) throw tooMany();
        // A page that nobody let in yet starts no programs of the user's, unless they just asked it to ask.
        const mayStart = (frame === undefined && isKnown(page.origin)) || (isByUser && method === 'requestPermissions');
        const asker = { ...page, mayStart };
        const result = await requests.serve(id, (signal) =>
          methods[method](params, { page: asker, signal, onProgress: (progress) => reply({ id, progress }) }),
        );
        reply({ id, result });
      } catch (fault) {
        if (!(fault instanceof SallyportError)) report(fault);
        reply({ id, error: toWireError(fault) });
      }
    }

    port.onMessage.addListener((value: unknown) => {
      const { data: message } = pageMessage.safeParse(value);
      if (message === undefined) {
        const { data } = withId.safeParse(value);
        if (data !== undefined) reply({ id: data.id, error: toWireError(malformed()) });
      } else if ('cancel' in message) requests.cancel(message.id, stopped());
      else void answer(message, page);
    });
    port.onDisconnect.addListener(() => {
      isOpen = false;
      requests.close(stopped());
    });
  });
}

function malformed(): SallyportError {
  return new SallyportError('ERR_PROTOCOL_ERROR', 'The request is not one that window.agent makes.');
}

function stopped(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The page cancelled the request.');
}

function notAllowed(origin: string): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `The user does not let ${origin} use window.agent.`, {
    hint: 'The user can allow it in the Sallyport panel of the browser.',
  });
}

function notDelegated(): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', 'The page around this frame does not let it use window.agent.', {
    hint: 'Every page around it has to say so: <iframe allow="agent" …>.',
  });
}

function tooMany(): SallyportError {
  return new SallyportError(
    'ERR_RATE_LIMITED',
    `This page has ${limits.webOrigin.requestsPerPage} requests open already.`,
  );
}
