// Secrets that agents have typed by name: how they get into a field, and that no answer of a document holds them.
import type { ActionResult, PageAnswer, PageRequest, PressKeyArgs, TypeSecretArgs } from '../base/page-calls.ts';
import { type NamedValue, searchFor } from '../base/secret-texts.ts';
import { consequenceOf } from './consequence.ts';
import { domProperty, shadowOf } from './dom.ts';
import { giveFocus } from './focus.ts';
import { replaceWhole } from './insert.ts';
import { pressEnter } from './keyboard.ts';
import { elementError, failed, PageError } from './page-error.ts';
import { resultFor } from './pointer.ts';
import type { Refs } from './refs.ts';
import { isFilledSecret } from './secret-fields.ts';
import { isDeclaredSecret, isSecret, isTaken, noteTaken } from './secrets.ts';
import { focused, targetOf } from './target.ts';
import { bringFrameIntoView, bringIntoView } from './view.ts';

/** For as long as the document lives: what it drew from a secret, as on a canvas, cannot be known. */
let hasTakenSecret = false;
/** Fields that hold a secret as a whole, or something is wrong. */
const whole = new WeakSet<Element>();

const textTypes = new Set(['email', 'number', 'password', 'search', 'tel', 'text', 'url']);

export function typeSecret(args: TypeSecretArgs, refs: Refs): ActionResult {
  const { ref, value, isCode, origin, submit } = args;
  const target = targetOf(ref, refs);
  const { element } = target;
  // In any other field an agent could have it published, as in a comment.
  const isMeant = args.mustBeDeclared ? isDeclaredSecret : isSecret;
  if (!isField(element) || element.readOnly || element.disabled || !isMeant(element)) {
    throw elementError(
      'ERR_INPUT_INVALID',
      target,
      'is not a field for a secret.',
      args.mustBeDeclared
        ? 'It must be an input of the type password. Others take secrets of the kind "key".'
        : 'It must be an input for a password, or one whose autocomplete, name or label speaks of a code, key or token.',
    );
  }
  if (element.maxLength >= 0 && element.maxLength < value.length) {
    throw elementError('ERR_INPUT_INVALID', target, 'is too short for the secret.', 'Ask the user to type it.');
  }
  bringFrameIntoView(element);
  bringIntoView(element);
  hasTakenSecret = true;
  // Before the page hears of it, so that whatever it does then, the field counts as one.
  noteTaken(element);
  if (!isCode) whole.add(element);
  if (element.type !== 'password') element.autocomplete = 'off';
  giveFocus(element);
  // A listener of the page may have moved anything; all of this is one task until the value is there.
  requireOrigin(origin, element);
  replaceWhole(element, value);
  return {
    ...resultFor(target),
    ...(submit ? consequenceOf(refs, () => pressEnter(ref, refs)) : { willNavigate: false }),
  };
}

function isField(node: Node): node is HTMLInputElement {
  return node instanceof HTMLInputElement && textTypes.has(node.type);
}

/** The field's document and every one around it is of this origin, as the browser sees it. */
function requireOrigin(origin: string, element: Element): void {
  const isHere = element.isConnected && element.ownerDocument === document;
  if (isHere && window.origin === origin && location.origin === origin && isAllOf(origin)) return;
  throw failed('The secret was not typed: the field is not in a page of its site alone.', 'Take a new snapshot.');
}

function isAllOf(origin: string): boolean {
  // A page that widens its origin lets pages of other hosts read it.
  if (document.domain !== location.hostname) return false;
  try {
    for (let at: Window = window; at !== at.parent; at = at.parent) {
      if (at.parent.origin !== origin) return false;
    }
    return true;
  } catch {
    return false;
  }
}

export function holdsSecret(values: readonly NamedValue[]): boolean {
  if (hasTakenSecret) return true;
  const searches = values.map(searchFor);
  let isHeld = false;
  walk(document, (node) => {
    isHeld ||= isValued(node) && searches.some((isIn) => isIn(node.value));
  });
  return isHeld;
}

/** For these the document is not searched: they are asked again and again, and where there are values they tell no text. */
const textless = new Set(['activity', 'hasKeys', 'isInputReceived', 'travel', 'warmUp']);

/** The answer, unless it or the document holds a secret, before or after: then nothing but that. */
export function withoutSecrets(
  { name }: PageRequest,
  values: readonly NamedValue[],
  answer: () => PageAnswer,
): PageAnswer {
  if (values.length === 0) return answer();
  const tellsText = !textless.has(name);
  if (tellsText && isShown(values)) return { state: 'shown' };
  const answered = answer();
  const holdsSome = values.some((value) => searchFor(value)(JSON.stringify(answered)));
  return holdsSome || (tellsText && isShown(values)) ? { state: 'shown' } : answered;
}

/** Whether a secret stands where an answer could tell it: anywhere but in fields whose contents nobody is told. */
function isShown(values: readonly NamedValue[]): boolean {
  const searches = values.map((value) => ({ value, isIn: searchFor(value) }));
  const texts: string[] = [];
  const contents: string[] = [];
  const more: string[] = [location.href, document.title];
  let isBroken = false;
  walk(document, (node) => {
    if (node instanceof Text) texts.push(node.data);
    if (!(node instanceof Element)) return;
    // As a button it would be named by what it holds.
    const isKept = isHidden(node) || (isField(node) && isSecret(node));
    for (const { name, value } of domProperty(node, 'attributes')) {
      // Frameworks write what a field holds into its attribute too.
      if (value.length >= 4 && !(isKept && name === 'value')) more.push(value);
    }
    if (!isValued(node)) return;
    if (!isKept) contents.push(node.value);
    else if (whole.has(node) && isTaken(node)) isBroken ||= isPart(node.value, values);
  });
  const attributes = more.join('\n');
  const joined = [texts.join(''), contents.join(''), attributes];
  // Digits of neighbours count only one under the other, as a code that was spread over several fields.
  const apart = [texts.join('\n'), contents.join('\n'), attributes];
  return isBroken || searches.some(({ value, isIn }) => (value.isCode ? apart : joined).some(isIn));
}

/** A field that took a secret, and now has a part of it or more: something got into it that is not ours. */
function isPart(text: string, values: readonly NamedValue[]): boolean {
  // Pages put spaces and dashes between groups.
  const bare = (raw: string) => raw.toLowerCase().replaceAll(/[\s-]/g, '');
  return text !== '' && !values.some((value) => bare(value.text) === bare(text));
}

/** They would move the value or select it. */
const neverBeside = new Set([
  ...['beginDrag', 'drag', 'moveDrag', 'planDrag', 'planDragAgain', 'selectText', 'upload'],
]);
const harmlessKeys = new Set(['Enter', 'Escape', 'Tab']);

/** Throws for what could bring out a secret that is in a field of this document. */
export function requireHarmless({ name, args }: Pick<PageRequest, 'name' | 'args'>, refs: Refs): void {
  // A selector could ask for what a field holds, character by character, by its attributes.
  if (name === 'pick' || (neverBeside.has(name) && hasSecretField())) throw beside();
  if (name === 'pressKey' || name === 'focusFor') requireHarmlessKey(args as PressKeyArgs, refs);
  const { ref, append } = (args ?? {}) as { readonly ref?: string; readonly append?: boolean };
  const target = append === true && ref !== undefined ? refs.live(ref)?.element : undefined;
  if (target !== undefined && isFilledSecret(target)) throw besideField();
}

function requireHarmlessKey({ ref, key, modifiers }: PressKeyArgs, refs: Refs): void {
  if (!hasSecretField()) return;
  if (modifiers.some((modifier) => modifier !== 'Shift')) throw beside();
  const target = ref === undefined ? focused() : refs.live(ref)?.element;
  if (target !== undefined && isFilledSecret(target) && !harmlessKeys.has(key)) throw besideField();
}

export function hasSecretField(): boolean {
  let isFound = false;
  walk(document, (node) => {
    isFound ||= node instanceof Element && isValued(node) && isFilledSecret(node);
  });
  return isFound;
}

function isValued(node: Node): node is HTMLInputElement | HTMLTextAreaElement {
  if (node instanceof HTMLTextAreaElement) return true;
  return node instanceof HTMLInputElement && !['checkbox', 'file', 'radio'].includes(node.type);
}

/** No tool reads it, and pages keep copies there. */
function isHidden(node: Node): boolean {
  return node instanceof HTMLInputElement && node.type === 'hidden';
}

/** Not read by any tool: what they hold is a page's own state. */
const unread = new Set(['noscript', 'script', 'template']);

/** Every node in the document and its shadow roots, closed ones too. */
function walk(root: Document | ShadowRoot, take: (node: Node) => void): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && unread.has(node.localName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    take(node);
    const shadow = node instanceof Element ? shadowOf(node) : null;
    if (shadow !== null) walk(shadow, take);
  }
}

function beside(): PageError {
  return new PageError(
    'ERR_INPUT_INVALID',
    'This is refused on a page with a secret that was typed by name.',
    'Send or clear the form first.',
  );
}

function besideField(): PageError {
  return new PageError(
    'ERR_INPUT_INVALID',
    'The field holds a secret: it takes Enter, Tab and Escape, and a new text as a whole.',
    'Use type without append to replace it.',
  );
}
