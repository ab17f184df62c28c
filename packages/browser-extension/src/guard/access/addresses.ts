// Which addresses a tool may go to or touch: web pages, and none of the browser's or our own doors.
import { limits, SallyportError } from '@sallyport/protocol';

/** Browsers keep extensions out of their stores; we say so instead of failing there. */
const stores = [
  { host: 'chromewebstore.google.com', path: '/' },
  { host: 'chrome.google.com', path: '/webstore' },
  { host: 'microsoftedge.microsoft.com', path: '/addons' },
  { host: 'addons.mozilla.org', path: '/' },
];

const ownPorts = [limits.door.gatewayPort, limits.door.editorPort].map(String);

/** The address as the browser will write it. Throws ERR_INPUT_INVALID or ERR_PERMISSION_DENIED, naming what is wrong. */
export function webAddress(text: string): string {
  const url = parse(text);
  const refusal = refusalOf(url);
  if (refusal !== undefined) throw refused(refusal);
  return url.href;
}

/** Throws ERR_PERMISSION_DENIED for a page that no tool may read or act on. An empty tab is nobody's secret. */
export function checkReachable(address: string): void {
  if (address === '' || address === 'about:blank') return;
  const refusal = refusalOf(parse(address));
  if (refusal !== undefined) throw refused(refusal);
}

/** The same for a frame in a page; what a page writes into a frame itself belongs to it. */
export function isReachable(address: string): boolean {
  if (/^(about:(blank|srcdoc)|blob:https?:)/.test(address) || address === '') return true;
  return URL.canParse(address) && refusalOf(new URL(address)) === undefined;
}

function parse(text: string): URL {
  const trimmed = text.trim();
  // "example.com/path" is what people and models write; "localhost:3000" would else be read as a scheme.
  const isBare = !/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || /^(localhost|[\w-]+(\.[\w-]+)+):\d+(\/|$)/i.test(trimmed);
  const whole = isBare ? `${defaultScheme(trimmed)}//${trimmed}` : trimmed;
  if (URL.canParse(whole)) return new URL(whole);
  throw new SallyportError('ERR_INPUT_INVALID', 'This is not an address.', {
    hint: 'Give a whole one, such as https://example.com/path.',
  });
}

function defaultScheme(bare: string): string {
  return /^(localhost|127\.|\[::1\])/i.test(bare) ? 'http:' : 'https:';
}

/** What is wrong with an address, in half a sentence; undefined when nothing is. */
function refusalOf(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${url.protocol} pages`;
  if (stores.some(({ host, path }) => url.hostname === host && url.pathname.startsWith(path))) {
    return `the extension store at ${url.hostname}`;
  }
  if (isLoopback(url.hostname) && ownPorts.includes(url.port)) return `Sallyport's own port ${url.port}`;
  return undefined;
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])\.?$/i.test(hostname);
}

function refused(what: string): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `No tool may open or touch ${what}.`, {
    reason: 'RESTRICTED_PAGE',
    hint: 'Work on http: and https: pages.',
  });
}
