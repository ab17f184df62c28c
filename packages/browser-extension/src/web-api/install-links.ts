// The entry of the script that puts "Add to Sallyport" beside the install links of a page. The click only opens our own window.
import { ADD_SERVER, type AddServerReply, isInstallLink } from '../base/install-link.ts';
import { browserApi } from '../base/platform.ts';
import { text } from '../base/texts.ts';

/** A page with more has no need of a button at each. */
const BUTTONS_MAX = 50;
const LOOK_MS = 500;
/** As in our window: nobody reads and clicks faster. */
const CALM_MS = 400;

const style = `:host { all: initial; } button { all: unset; box-sizing: border-box; margin-inline-start: 8px; padding: 2px 10px;
  font: 500 13px/20px system-ui, sans-serif; color: #fff; background: #1f4fd8; border-radius: 6px; cursor: pointer; }
  button:hover { background: #173fb0; } button:focus-visible { outline: 2px solid #1f4fd8; outline-offset: 2px; }
  button[disabled] { background: #5b6472; cursor: default; }`;

const marked = new WeakSet<HTMLAnchorElement>();
let buttons = 0;

function look(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (buttons >= BUTTONS_MAX) return;
    if (marked.has(link) || !isInstallLink(link.href)) continue;
    marked.add(link);
    buttons += 1;
    link.after(buttonFor(link.href));
  }
}

function buttonFor(link: string): HTMLElement {
  const host = document.createElement('span');
  // Closed: the page can move or remove the button, but neither read nor change it.
  const root = host.attachShadow({ mode: 'closed' });
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text('addToSallyport');
  const sheet = document.createElement('style');
  sheet.textContent = style;
  root.append(sheet, button);
  /** Where the button was when the pointer or the focus came to it, and since when. */
  let seen = { place: '', atMs: Number.POSITIVE_INFINITY };
  const arrive = () => {
    seen = { place: placeOf(button), atMs: performance.now() };
  };
  button.addEventListener('pointerenter', arrive);
  button.addEventListener('focus', arrive);
  button.addEventListener('click', ({ isTrusted }) => {
    const isCalm = performance.now() - seen.atMs >= CALM_MS && placeOf(button) === seen.place;
    if (!isTrusted || button.disabled) return;
    if (isCalm) void ask(button, link);
    else arrive();
  });
  return host;
}

function placeOf(button: HTMLElement): string {
  const { x, y, width, height } = button.getBoundingClientRect();
  return [x, y, width, height, window.screenX, window.screenY].map(Math.round).join(' ');
}

async function ask(button: HTMLButtonElement, link: string): Promise<void> {
  button.disabled = true;
  button.textContent = text('lookAtWindow');
  const reply = await sent(link);
  button.textContent = reply.isAdded ? reply.text : `${text('addToSallyport')} (${reply.text})`;
  button.disabled = reply.isAdded;
}

async function sent(link: string): Promise<AddServerReply> {
  try {
    const reply: AddServerReply | undefined = await browserApi().runtime.sendMessage({ type: ADD_SERVER, link });
    return reply ?? { isAdded: false, text: text('notAllowedHere') };
  } catch {
    return { isAdded: false, text: text('reloadPage') };
  }
}

if (window.isSecureContext && window.top === window && window.origin !== 'null') {
  look();
  let waiting = 0;
  new MutationObserver(() => {
    if (waiting !== 0) return;
    waiting = window.setTimeout(() => {
      waiting = 0;
      look();
    }, LOOK_MS);
  }).observe(document, { subtree: true, childList: true });
}
