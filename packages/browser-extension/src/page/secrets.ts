// Which fields hold secrets: passwords, one-time codes, keys and card data, also those that only their names say.

/** By type, or by what the page itself says for password managers. */
export function isDeclaredSecret(element: Element): boolean {
  if (element instanceof HTMLInputElement && element.type === 'password') {
    wasPassword.add(element);
    return true;
  }
  return /(^|\s)(one-time-code|cc-\S+|current-password|new-password)(\s|$)/i.test(
    element.getAttribute('autocomplete') ?? '',
  );
}

/** Fields into which a secret was typed by name, whatever they are called. */
const taken = new WeakSet<Element>();

export function noteTaken(element: Element): void {
  taken.add(element);
}

export function isTaken(element: Element): boolean {
  return taken.has(element);
}

/** It holds something else now, as a whole. */
export function forgetTaken(element: Element): void {
  taken.delete(element);
}

/** A button "show password" turns the field into one of text. */
const wasPassword = new WeakSet<Element>();

/** Their contents are read by nobody: a snapshot says that they are filled, never with what. */
export function isSecret(element: Element): boolean {
  if (isDeclaredSecret(element) || wasPassword.has(element) || taken.has(element)) return true;
  // Private keys have lines.
  const isText =
    element instanceof HTMLInputElement ? textTypes.has(element.type) : element instanceof HTMLTextAreaElement;
  return isText && isCalledSecret(wordsAbout(element));
}

const textTypes = new Set(['', 'text', 'tel', 'number', 'search']);

const named = ['name', 'id', 'aria-label', 'placeholder', 'autocomplete', 'data-testid'] as const;

/** What calls it by a name, and its label. */
function wordsAbout(input: Element): string {
  const own = named.map((name) => input.getAttribute(name) ?? '').filter((words) => words.length <= MAX_CHARS);
  const byId = input.id === '' ? null : document.querySelector(`label[for="${CSS.escape(input.id)}"]`);
  const label = byId ?? input.closest('label');
  // A text area inside its label has the text that it holds at first there too.
  const words = (label?.textContent ?? '').replace(input.textContent ?? '', '');
  return [...own, words.slice(0, MAX_CHARS)].join(' | ');
}

/** Longer ones are sentences. */
const MAX_CHARS = 100;

const secretWords = [
  'pass ?(?:word|wd|phrase|code|wort)',
  'pwd',
  't?otp',
  'one time (?:code|pass\\w*|pin)',
  '(?:2|two) ?(?:fa|factor)\\w*',
  'mfa',
  '(?:verification|verify|authentication|auth|authenticator|security|sms|login|recovery|backup) ?(?:code|pin|token)s?',
  'pin(?: ?code)?',
  'cvv2?',
  'cvc2?',
  'csc',
  'card ?number',
  'secret ?(?:key|token|answer)?',
  '(?:api|access|refresh|bearer|private|signing) ?(?:key|token)s?',
  // Alone: "token amount" and "design token" are something else.
  '(?<=(?:^|\\|) *)token(?=[ :*]*(?:\\||$))',
];

const SECRET = new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${secretWords.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** Whether words of a page, as `otpCode`, `user-password` or "Verification code", name a secret. */
export function isCalledSecret(words: string): boolean {
  const apart = words.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[_\-.[\]\s]+/g, ' ');
  return SECRET.test(apart);
}
