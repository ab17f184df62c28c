// Whether a frame's `allow` attribute lets the page in it use `window.agent`. The syntax is that of Permissions Policy, whose
// list of features is closed, so browsers do not evaluate the word `agent` themselves.

export interface Framing {
  /** The attribute's value. */
  readonly allow: string;
  /** The origin of the attribute `src`; undefined where it has none of its own. */
  readonly sourceOrigin: string | undefined;
  readonly parentOrigin: string;
}

const FEATURE = 'agent';
/** A value is read up to here; what lies behind is not allowed. */
const MAX_CHARS = 10_000;

/** `allow="agent"` names the origin of `src`; `*`, `'self'` (the parent's origin), `'src'`, `'none'` and origins can follow. */
export function allowsAgent({ allow, sourceOrigin, parentOrigin }: Framing, origin: string): boolean {
  const directives = allow
    .slice(0, MAX_CHARS)
    .split(';')
    .map((directive) => directive.trim().split(/\s+/));
  // As browsers do it, the first directive of a feature counts.
  const [, ...listed] = directives.find(([feature]) => feature?.toLowerCase() === FEATURE) ?? [FEATURE, "'none'"];
  const names = listed.length === 0 ? ["'src'"] : listed;
  if (names.some((name) => name.toLowerCase() === "'none'")) return false;
  return names.some((name) => {
    const word = name.toLowerCase();
    if (word === '*') return true;
    if (word === "'self'") return origin === parentOrigin;
    if (word === "'src'") return origin === sourceOrigin;
    return URL.canParse(name) && new URL(name).origin === origin;
  });
}
