// Sallyport in the zoo: its tools, and the refs in its replies.
import { itemsOf, linesOf, unquoted } from '../lines.ts';
import { type Call, type Item, Meter, type Product } from '../product.ts';

export interface OursOptions {
  readonly name: string;
  readonly call: Call;
}

export function createOurs({ name, call: unmetered }: OursOptions): Product {
  const meter = new Meter();
  const call = meter.over(unmetered);
  return {
    name,
    meter,
    navigate: (url) => call('navigate', { url }),
    look: () => call('snapshot'),
    search: (text) => call('find', { text }),
    waitFor: (text) => call('wait_for', { text }),
    itemsIn,
    isIdle: (reply) => /[Nn]othing (?:else )?changed|did not react/.test(reply),
    click: (ref, options) => call('click', { ref, ...options }),
    type: (ref, text, { append = false, submit = false }) => call('type', { ref, text, append, submit }),
    press(key, ref) {
      const parts = key.split('+');
      return call('press_key', {
        key: parts.at(-1),
        modifiers: parts.slice(0, -1),
        ...(ref === undefined ? {} : { ref }),
      });
    },
    select: (ref, option) => call('select_option', { ref, values: [option] }),
    set: (ref, value) => call('fill_form', { fields: [{ ref, value }] }),
    drag: (ref, toRef) => call('drag', { ref, toRef }),
    hover: (ref) => call('hover', { ref }),
    scroll: (ref, direction) => call('scroll', { ref, direction }),
    async upload(ref, files) {
      const { text } = await call('click', { ref });
      const input = /upload to (e\d+)/.exec(text)?.[1];
      return call('upload', { files, ...(input === undefined ? {} : { ref: input }) });
    },
  };
}

const VALUE = /^[a-z ]*= "(?:[^"\\]|\\.)*"/;
const REF = /(?:^|[ (])(e\d+)(?=$|[ ,:|)])/g;

/** The line below `Clicked e12.` is about that element. */
const ACTED = /^(?:\w+ (?:into |over )?(e\d+)\b[^\n]*\n)\w+(?: "(?:[^"\\]|\\.)*")?/;

function itemsIn(reply: string): Item[] {
  return itemsOf(
    linesOf(reply.replace(ACTED, '$& $1'), (text) => {
      // Text that a search found has a ref of its own; the second one is of what holds it.
      const found = /^text (.*) (e\d+) in /.exec(text);
      if (found !== null) return [{ role: 'text', ref: found[2] ?? '', names: [unquoted(found[1] ?? '')] }];
      const refs = [...text.matchAll(REF)];
      const line = text.replace(/^[+~-] /, '');
      const role = /^[a-z]+/.exec(line)?.[0] ?? '';
      // What went (-) is there no more; a list's bullet has its refs, and words, behind it.
      if (refs.length === 0) return [{ role, names: [unquoted(line.replace(/^text /, ''))] }];
      return refs.map((match, index) => {
        // A field in a cell has its value behind its ref, and the cell's own ref behind that.
        const before = text
          .slice(refs[index - 1] === undefined ? 0 : endOf(refs[index - 1]), match.index)
          .replace(VALUE, '');
        const after = text.slice(endOf(match), refs[index + 1]?.index);
        const own = index === refs.length - 1 ? after : (VALUE.exec(after)?.[0] ?? '');
        return {
          ref: match[1] ?? '',
          role: /(\w+)(?: "[^"]*")?$/.exec(before)?.[1] ?? role,
          names: namesIn(before, own),
        };
      });
    }),
    { isEveryElementThere: false },
  );
}

function endOf(match: RegExpExecArray | undefined): number {
  return match === undefined ? 0 : match.index + match[0].length;
}

/** In front of a ref its name, in quotes or bare; behind a colon the words in it. */
function namesIn(before: string, after: string): string[] {
  const quoted = /"((?:[^"\\]|\\.)*)"$/.exec(before.trim())?.[1];
  const bare = before
    .replace(/^[^,|]*[,|]/, '')
    .replace(/^ *(?:[+~-] )?[a-z]+ /, '')
    .trim();
  const words = /^[^:]*: (.*)$/.exec(after)?.[1];
  const value = /= "((?:[^"\\]|\\.)*)"/.exec(after)?.[1];
  return [quoted?.replaceAll('\\"', '"') ?? bare, words, value]
    .filter((one) => one !== undefined && one !== '')
    .map(String);
}
