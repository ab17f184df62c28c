// The entry of the script beside `window.agent`, in a world of the extension's own: passes strings of bounded size between
// the page and the background. The background learns from the browser whose page this is.
import { limits, SallyportError, toWireError } from '@sallyport/protocol';
import { browserApi } from '../base/platform.ts';
import { meeting, type PageMessage, type PageReply, WEB_PAGE } from '../base/web-page.ts';

function relay(page: MessagePort): void {
  const api = browserApi();
  const open = new Set<number>();
  let background: chrome.runtime.Port | undefined;

  function reply(message: PageReply): void {
    if (!('progress' in message)) open.delete(message.id);
    page.postMessage(JSON.stringify(message));
  }

  function refuse(id: number, error: SallyportError): void {
    reply({ id, error: toWireError(error) });
  }

  /** The background may have been suspended since the last request. */
  function connect(): chrome.runtime.Port {
    const port = api.runtime.connect({ name: WEB_PAGE });
    // Only the background sends on this port.
    port.onMessage.addListener((message: PageReply) => reply(message));
    port.onDisconnect.addListener(() => {
      if (background === port) background = undefined;
      for (const id of [...open]) refuse(id, lost());
    });
    return port;
  }

  function forward(message: PageMessage): void {
    try {
      background ??= connect();
      background.postMessage(message);
    } catch {
      // The extension was updated or removed while this page stayed open.
      refuse(message.id, gone());
    }
  }

  page.onmessage = ({ data }) => {
    const message = parse(data);
    if (message === undefined) return;
    if ('cancel' in message) {
      if (open.delete(message.id)) forward(message);
    } else if (String(data).length > limits.webOrigin.messageMaxChars) refuse(message.id, tooLong());
    else if (open.size >= limits.webOrigin.requestsPerPage) refuse(message.id, tooMany());
    else {
      open.add(message.id);
      // The browser's word, whatever the page wrote in its message.
      forward({ ...message, isByUser: navigator.userActivation?.isActive === true });
    }
  };
}

/** The background checks method and parameters. */
function parse(data: unknown): PageMessage | undefined {
  try {
    const message: PageMessage = JSON.parse(String(data));
    return Number.isSafeInteger(message.id) ? message : undefined;
  } catch {
    return undefined;
  }
}

function lost(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The connection to Sallyport was lost.', {
    hint: 'Check whether the call took effect before you repeat it.',
    data: { outcome: 'unknown' },
  });
}

function gone(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'Sallyport was updated or removed.', {
    hint: 'Reload the page.',
    data: { outcome: 'not_run' },
  });
}

function tooLong(): SallyportError {
  return new SallyportError(
    'ERR_FRAME_TOO_LARGE',
    `A request has at most ${limits.webOrigin.messageMaxChars} characters.`,
  );
}

function tooMany(): SallyportError {
  return new SallyportError(
    'ERR_RATE_LIMITED',
    `This page has ${limits.webOrigin.requestsPerPage} requests open already.`,
    {
      hint: 'Wait for one of them to finish.',
      data: { outcome: 'not_run' },
    },
  );
}

if (window.isSecureContext && window.origin !== 'null') {
  const take = (event: Event) => {
    const [port] = event instanceof MessageEvent ? event.ports : [];
    if (port === undefined) return;
    window.removeEventListener(meeting.port, take);
    event.preventDefault();
    relay(port);
  };
  window.addEventListener(meeting.port, take);
  window.dispatchEvent(new Event(meeting.relay));
}
