// The words that the product no longer uses, with what it says instead: found in identifiers, file names, comments and texts.
import { parseSync } from 'vite';
import type { SourceFile } from './layers.ts';

export interface ReplacedWord {
  /** How findings name it. */
  readonly word: string;
  readonly instead: string;
  /** Matches a whole word of an identifier or file name: `stay` in `endStay`, `end_stay` and `end-stay.ts`. */
  readonly inNames?: RegExp;
  /** Matches in comments, strings and HTML. */
  readonly inTexts?: RegExp;
}

/** A finding that is right where it is. */
export interface Exception {
  readonly word: string;
  readonly path: string;
  /** The identifier, or a part of the text. */
  readonly found: string;
  readonly reason: string;
}

/** `stay` and `stays` as nouns: verbs have other words before them. */
const stayAsNoun =
  /\b(?:an?|the|one|each|every|its|this|another|same|agent['’]s) stay\b(?! (?:open|closed|as|in|on|the)\b)|\b(?:the|its|these|all|two|several|of) stays\b/i;

const replacedWords: readonly ReplacedWord[] = [
  {
    word: 'stay',
    instead: 'session',
    inNames: /^stays?$/,
    inTexts: stayAsNoun,
  },
  {
    word: 'wish',
    instead: 'request, question or option',
    inNames: /^wish(?:es|ed)?$/,
    inTexts: /\bwish(?:es|ed)?\b/i,
  },
  {
    word: 'asked',
    instead: 'request or question',
    inNames: /^asked$/,
  },
  {
    word: 'told',
    instead: 'notified, reported or announced',
    inNames: /^told$/,
  },
  { word: 'deed', instead: 'action', inNames: /^deeds?$/, inTexts: /\bdeeds?\b/i },
  {
    word: 'standing',
    instead: 'status',
    inNames: /^standings?$/,
    inTexts: /\b(?:the|its|good|this) standing\b/i,
  },
  {
    word: 'shelf',
    instead: 'store or entry',
    inNames: /^(?:shelf|shelves)$/,
    inTexts: /\b(?:shelf|shelves)\b/i,
  },
  {
    word: 'book',
    instead: 'store',
    inNames: /^books?$/,
    inTexts: /\b(?:the|agent) book\b|\bbook of\b/i,
  },
  { word: 'seat', instead: 'connection', inNames: /^seats?$/, inTexts: /\bseats?\b/i },
  {
    word: 'guest',
    instead: 'client or connection',
    inNames: /^guests?$/,
    inTexts: /\bguests?\b/i,
  },
  {
    word: 'visitor',
    instead: 'client or agent',
    inNames: /^visitors?$/,
    inTexts: /\bvisitors?\b/i,
  },
  { word: 'visit', instead: 'site access or request', inNames: /^visits?$/ },
  {
    word: 'hands',
    instead: 'driver',
    inNames: /^hands$/,
  },
  { word: 'summons', instead: 'start or launch', inNames: /^summons?$/, inTexts: /\bsummon/i },
  {
    word: 'era',
    instead: 'revision',
    inNames: /^eras?$/,
    inTexts: /\b(?:the|old|new|older|either|both|protocol) eras?\b/i,
  },
  {
    word: 'seed',
    instead: 'legacy client, legacy socket or contract',
    inNames: /^seeds?$/i,
    inTexts: /\bseeds?\b/i,
  },
  {
    word: 'rest',
    instead: 'settle, settled',
    inTexts: /\b(?:comes? to|at) rest\b|\bpages? (?:rests|has rested|is resting)\b/i,
  },
  {
    word: 'is no',
    instead: 'is not a',
    inTexts: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|other\b|one\b|reason\b)/i,
  },
  {
    word: 'stands for',
    instead: 'means, or the thing itself',
    inTexts: /\bstands? for\b/i,
  },
  { word: 'sent away', instead: 'disconnected', inTexts: /\bsent away\b/i },
  { word: 'by heart', instead: 'from memory', inTexts: /\bby heart\b/i },
  { word: 'says no word', instead: 'sends nothing', inTexts: /\bsays? no word\b/i },
  {
    word: 'fault of ours',
    instead: 'internal error',
    inTexts: /\bfaults? of ours\b/i,
  },
];

const fileField = 'The name in a file or message that programs of other versions read.';
const stored = 'The name under which earlier versions of the extension stored it.';

export const exceptions: readonly Exception[] = [
  { word: 'stay', path: 'packages/protocol/src/native-message.ts', found: 'stay', reason: fileField },
  { word: 'stay', path: 'packages/gateway/src/doors/connecting-client.ts', found: 'stay', reason: fileField },
  { word: 'stay', path: 'packages/gateway/src/doors/control/control-methods.ts', found: 'stay', reason: fileField },
  {
    word: 'standing',
    path: 'packages/gateway/src/doors/control/control-methods.ts',
    found: 'standing',
    reason: fileField,
  },
  { word: 'stay', path: 'packages/gateway/src/path/record-call.ts', found: 'stay', reason: fileField },
  { word: 'stay', path: 'packages/gateway/src/rooms/journal/entry.ts', found: 'stay', reason: fileField },
  { word: 'era', path: 'packages/gateway/src/store/server-memory.ts', found: 'era', reason: fileField },
  { word: 'seed', path: 'packages/native-host/src/config.ts', found: 'seedSocket', reason: 'A key of config.json.' },
  { word: 'seed', path: 'packages/native-host/src/own-socket.ts', found: 'seedSocket', reason: fileField },
  { word: 'seed', path: 'packages/native-host/src/sockets.ts', found: 'seedSocket', reason: fileField },
  { word: 'stay', path: 'packages/browser-extension/src/main.ts', found: 'end_stay', reason: 'A method of the wire.' },
  { word: 'stay', path: 'packages/browser-extension/src/main.ts', found: 'hold_stay', reason: 'A method of the wire.' },
  { word: 'stay', path: 'packages/browser-extension/src/tabs/agent-sessions.ts', found: 'stay', reason: stored },
  { word: 'stay', path: 'packages/browser-extension/src/tabs/owners.ts', found: 'stay', reason: stored },
  { word: 'stay', path: 'packages/cli/src/shim/shim.ts', found: 'stay', reason: fileField },
  { word: 'standing', path: 'packages/cli/src/commands/tools.ts', found: 'standing', reason: fileField },
];

interface Piece {
  readonly kind: 'name' | 'text';
  readonly text: string;
  readonly at: number;
}

/** One line for each replaced word in a source: where, what, and what to say instead. */
export function findReplaced(
  sources: readonly SourceFile[],
  { allowed = exceptions }: { readonly allowed?: readonly Exception[] } = {},
): string[] {
  return sources.flatMap(({ path, text }) => {
    const found = piecesOf(path, text).flatMap((piece) =>
      replacedWords
        .filter((word) => uses(piece, word) && !allowed.some((exception) => isAllowed(exception, path, word, piece)))
        .map(({ word, instead }) => {
          const line = text.slice(0, piece.at).split('\n').length;
          return `${path}:${line} "${word}" in ${excerpt(piece)}; say: ${instead}`;
        }),
    );
    return [...new Set(found)];
  });
}

function isAllowed(exception: Exception, path: string, { word }: ReplacedWord, { kind, text }: Piece): boolean {
  if (exception.path !== path || exception.word !== word) return false;
  return kind === 'name' ? text === exception.found : text.includes(exception.found);
}

function uses({ kind, text }: Piece, { inNames, inTexts }: ReplacedWord): boolean {
  if (kind === 'text') return inTexts?.test(text) === true;
  return inNames !== undefined && wordsOf(text).some((word) => inNames.test(word));
}

function excerpt({ kind, text }: Piece): string {
  return kind === 'name' ? text : `"${text.trim().slice(0, 120)}"`;
}

/** The words of an identifier or file name in any case, lower-cased. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}

function piecesOf(path: string, text: string): Piece[] {
  const file: Piece = { kind: 'name', text: path.split('/').slice(3).join('/'), at: 0 };
  if (!/\.tsx?$/.test(path)) return [file, { kind: 'text', text, at: 0 }];
  const { program, comments } = parseSync(path, text);
  const pieces = [file, ...joined(comments, text)];
  walk(program, (node) => {
    const at = Number(Reflect.get(node, 'start'));
    const [type, name, value] = ['type', 'name', 'value'].map((key): unknown => Reflect.get(node, key));
    if (/Identifier$/.test(String(type)) && typeof name === 'string') pieces.push({ kind: 'name', text: name, at });
    if (type === 'Literal' && typeof value === 'string') pieces.push({ kind: 'text', text: value, at });
    if (type === 'TemplateElement') {
      pieces.push({ kind: 'text', text: text.slice(at, Number(Reflect.get(node, 'end'))), at });
    }
  });
  return pieces;
}

/** Consecutive comments as one text, since a sentence may take several lines. */
function joined(comments: ReturnType<typeof parseSync>['comments'], text: string): Piece[] {
  const runs: { kind: 'text'; text: string; at: number; end: number }[] = [];
  for (const { value, start, end } of comments) {
    const last = runs.at(-1);
    const words = value.replaceAll(/\n\s*\*/g, ' ').replaceAll(/\s+/g, ' ');
    if (last !== undefined && text.slice(last.end, start).trim() === '') {
      last.text += words;
      last.end = end;
    } else runs.push({ kind: 'text', text: words, at: start, end });
  }
  return runs;
}

function walk(value: unknown, see: (node: object) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && 'type' in value) see(value);
  for (const child of Object.values(value)) walk(child, see);
}
