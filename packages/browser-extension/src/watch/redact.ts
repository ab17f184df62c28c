// Takes secrets out of addresses, headers and bodies of requests, by the names under which sites send them.

const REDACTED = '[redacted]';

/** Parts of names; "key" and "code" alone are names of their own. */
const SECRET_NAME =
  /auth|cookie|token|secret|passw|pwd|session|sid$|jwt|api[-_]?key|^key$|[-_]key$|^code$|credential|signature|^sig$|otp|csrf|xsrf|bearer/i;

/** Three parts of base64, the first a JSON object: a token wherever it stands. */
const JWT = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;

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

/** A body as JSON, a form or text: values under secret names are replaced. */
export function redactedBody(body: string): string {
  const hasPairs = /^[^\s{[<"]+=/.test(body);
  if (hasPairs) return withoutTokens(redactedForm(body));
  const json = body.replace(
    /("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*"?|[-\w.+]+)/g,
    (whole: string, name: string, colon: string) =>
      isSecretName(name.slice(1, -1)) ? `${name}${colon}"${REDACTED}"` : whole,
  );
  return withoutTokens(json);
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
  return text.replace(JWT, REDACTED);
}
