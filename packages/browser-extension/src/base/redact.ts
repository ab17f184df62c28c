// Takes secrets out of addresses, headers and bodies of requests, by the names under which sites send them.

const REDACTED = '[redacted]';

/** Parts of names; "key" and "code" alone are names of their own. */
const SECRET_NAME =
  /auth|cookie|token|secret|passw|pwd|session|sid$|jwt|api[-_]?key|^key$|[-_]key$|^code$|credential|signature|^sig$|otp|csrf|xsrf|bearer/i;

/**
 * Three parts of base64, the first a JSON object: a token wherever it stands. It can only begin at the first `eyJ` of a run, which
 * the lookahead finds once: pages choose how long their addresses are, and to begin again at every `eyJ` would take hours.
 */
const JWT = /(?<![\w-])(?=([\w-]*?)\beyJ)\1eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Without user and password, fragment and the values of secret parameters. */
export function redactedUrl(address: string): string {
  if (!URL.canParse(address)) return withoutTokens(address);
  const url = new URL(address);
  if (url.protocol === 'data:' || url.protocol === 'blob:') return `${url.protocol}…`;
  if (url.username !== '' || url.password !== '') url.username = url.password = '';
  url.hash = '';
  const query = url.search.slice(1);
  url.search = '';
  return withoutTokens(query === '' ? url.href : `${url.href}?${redactedForm(query)}`);
}

const KEPT_URL_CHARS = 500;

/** As it is kept and compared. */
export function keptUrl(address: string): string {
  return redactedUrl(address).slice(0, KEPT_URL_CHARS);
}

export interface Header {
  readonly name: string;
  readonly value?: string | undefined;
}

const addresses = new Set(['referer', 'location', 'origin', 'content-location']);

export function redactedHeader({ name, value = '' }: Header): Required<Header> {
  if (isSecretName(name)) return { name, value: REDACTED };
  const isAddress = addresses.has(name.toLowerCase());
  return { name, value: isAddress ? redactedUrl(value) : withoutTokens(value) };
}

/**
 * A name and its value: as in JSON, with a list of plain values, or as in a script. A name is bounded, since the search begins
 * again at every quote.
 */
const PAIR =
  /("(?:[^"\\]|\\.){1,200}"|[A-Za-z_$][\w$-]{0,200})(\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\[[^[\]{}]*\]?|[-\w.+]+)/g;

/** JSON inside a string of JSON. */
const QUOTED_PAIR = /(\\{1,7}")([^"\\]{1,200})\1(\s*:\s*)\1[^"\\]*/g;

/** A body as JSON, a form, a page or text: values under secret names are replaced, and what fields of a page hold. */
export function redactedBody(body: string): string {
  const hasPairs = /^[^\s{[<"]+=/.test(body);
  if (hasPairs) return withoutTokens(redactedForm(body));
  const pairs = body.replace(PAIR, (whole: string, name: string, sign: string, value: string) => {
    const isQuoted = name.startsWith('"');
    // What a script assigns without quotes is code, not a value.
    if (!isQuoted && !/^["']/.test(value)) return whole;
    return isSecretName(isQuoted ? name.slice(1, -1) : name) ? `${name}${sign}"${REDACTED}"` : whole;
  });
  const inTexts = pairs.replace(QUOTED_PAIR, (whole: string, quote: string, name: string, sign: string) =>
    isSecretName(name) ? `${quote}${name}${quote}${sign}${quote}${REDACTED}` : whole,
  );
  return withoutTokens(inTexts.replace(TAG, redactedTag));
}

const TAG = /<(?:input|meta)\b(?:"[^"]*"?|'[^']*'?|[^'">])*>?/gi;

/** Their values are what the user reads on them. */
const LABELLED = /\btype\s*=\s*["']?(?:submit|button|checkbox|radio|reset|image)\b/i;

/** In a snapshot the fields for secrets are masked. Here nobody knows which these are. */
function redactedTag(tag: string): string {
  if (/^<input/i.test(tag)) return LABELLED.test(tag) ? tag : withoutAttribute(tag, 'value');
  const name = /\b(?:name|property)\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? '';
  return isSecretName(name) ? withoutAttribute(tag, 'content') : tag;
}

function withoutAttribute(tag: string, name: string): string {
  const attribute = new RegExp(`\\b(${name})\\s*=\\s*("[^"]*"?|'[^']*'?|[^\\s>]+)`, 'gi');
  return tag.replace(attribute, `$1="${REDACTED}"`);
}

function redactedForm(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      const name = at < 0 ? pair : pair.slice(0, at);
      return at >= 0 && isSecretName(decoded(name)) ? `${name}=${REDACTED}` : pair;
    })
    .join('&');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutTokens(text: string): string {
  return text.replace(JWT, `$1${REDACTED}`);
}
