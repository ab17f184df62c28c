// Which elements listen for a pointer, as the page's own world tells: a page can lie about it, and gains a ref by that, no more.
import { listenersKind } from '../base/hook-kinds.ts';

const REPLY = /^\d{1,5}(?:,\d{1,5})*$/;
const REPLY_CHARS = 20_000;

/** What holds one of these is a box around it: its words are reached without a ref of its own. */
const CONTROLS = 'a[href], button, input, select, textarea, [role], [tabindex], [contenteditable]';
/** What is in one of these is a part of it. */
const WIDGETS =
  'a[href], button, label, summary, [role="button"], [role="combobox"], [role="link"], [role="option"], [role="switch"], [role="tab"], [role^="menuitem"]';
/** Their line is there anyway, so a ref costs little. */
const members = new Set(['td', 'th', 'tr']);
/** A larger box listens for what is in it. */
const INNER_MAX = 30;

let reported: ReadonlySet<Element> | undefined;

/** Asked once in each call of the background. */
export function listening(): ReadonlySet<Element> {
  if (reported === undefined) {
    reported = new Set(askPage().filter(isMeant));
    queueMicrotask(() => {
      reported = undefined;
    });
  }
  return reported;
}

function askPage(): Element[] {
  const { sallyportHooks: name } = globalThis as { sallyportHooks?: string };
  if (name === undefined) return [];
  let reply = '';
  const hear = (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : '';
    if (typeof detail === 'string' && detail.length <= REPLY_CHARS) reply = detail;
  };
  const question = `${name}-${listenersKind}`;
  addEventListener(`${question}-told`, hear);
  dispatchEvent(new Event(question));
  removeEventListener(`${question}-told`, hear);
  if (!REPLY.test(reply)) return [];
  const all = document.getElementsByTagName('*');
  return reply.split(',').flatMap((index) => all[Number(index)] ?? []);
}

function isMeant(element: Element): boolean {
  if (members.has(element.localName)) return true;
  return (
    element !== document.body &&
    (element.parentElement?.closest(WIDGETS) ?? null) === null &&
    element.getElementsByTagName('*').length <= INNER_MAX &&
    element.querySelector(CONTROLS) === null
  );
}
