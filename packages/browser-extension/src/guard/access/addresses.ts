// Which addresses tools may open or use: web pages, but not the browser's own pages and not Sallyport's ports.
import { limits, SallyportError } from '@sallyport/protocol';

/** Browsers block extensions on these pages; a clear error is better than a failure there. */
const stores = [
  { host: 'chromewebstore.google.com', path: '/' },
  { host: 'chrome.google.com', path: '/webstore' },
  { host: 'microsoftedge.microsoft.com', path: '/addons' },
  { host: 'addons.mozilla.org', path: '/' },
];

const ownPorts = [limits.door.gatewayPort, limits.door.editorPort].map(String);

/** The address as the browser normalises it. Throws ERR_INPUT_INVALID or ERR_PERMISSION_DENIED with the reason. */
export function webAddress(text: string): string {
  const url = parse(text);
  const refusal = refusalOf(url);
  if (refusal !== undefined) throw refused(refusal);
  return url.href;
}

/** Throws ERR_PERMISSION_DENIED for a page that no tool may use. An empty tab has nothing to protect. */
export function checkReachable(address: string): void {
  if (address === '' || address === 'about:blank') return;
  const refusal = refusalOf(parse(address));
  if (refusal !== undefined) throw refused(refusal);
}

/** The same for a frame. Frames that the page itself fills (about:, blob:) belong to the page. */
export function isReachable(address: string): boolean {
  if (/^(about:(blank|srcdoc)|blob:https?:)/.test(address) || address === '') return true;
  return URL.canParse(address) && refusalOf(new URL(address)) === undefined;
}

function parse(text: string): URL {
  const trimmed = text.trim();
  // People and models write "example.com/path"; "localhost:3000" would otherwise parse as a scheme.
  const isBare = !/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || /^(localhost|[\w-]+(\.[\w-]+)+):\d+(\/|$)/i.test(trimmed);
  const whole = isBare ? `${defaultScheme(trimmed)}//${trimmed}` : trimmed;
  if (URL.canParse(whole)) return new URL(whole);
  throw new SallyportError('ERR_INPUT_INVALID', 'Not a valid address.', {
    hint: 'Give a full one, such as https://example.com/path.',
  });
}

function defaultScheme(bare: string): string {
  return /^(localhost|127\.|\[::1\])/i.test(bare) ? 'http:' : 'https:';
}

/** The object of "Tools cannot open or use …"; undefined for an address that is fine. */
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

/** Of the user's own machine or network, as far as a name or number tells. Numbers of IPv6 count as such. */
export function isInside(hostname: string): boolean {
  if (isLoopback(hostname) || !hostname.includes('.')) return true;
  return /^(10|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)\.|\.(local|internal|lan|home\.arpa)\.?$/i.test(hostname);
}

function refused(what: string): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `Tools cannot open or use ${what}.`, {
    reason: 'RESTRICTED_PAGE',
    hint: 'Use another page.',
  });
}
