// A notebook in one file: notes that agents leave for each other and for the user, written atomically.
import {
  createId,
  type LockOptions,
  readIfPresent,
  replacePrivateFile,
  whileLocked,
} from '@sallyport/native-host/run-directory';
import { isRecord, parseJson, SallyportError } from '@sallyport/protocol';

export interface Note {
  /** Counts up; never reused. */
  readonly id: number;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface Notebook {
  /** Oldest first; with `words`, only notes that contain all of them. */
  list(words?: string): readonly Note[];
  add(text: string): Note;
  /** Throws ERR_INPUT_INVALID for an unknown id. */
  remove(id: number): Note;
}

const MAX_NOTES = 1000;
const MAX_LENGTH = 4000;

/** Re-read each time and changed under a lock, because several processes may share the file. */
export function openNotebook(options: LockOptions): Notebook {
  const { path, now, random } = options;
  const read = () => parse(readIfPresent(path), path);
  const write = (notes: readonly Note[], lastId: number) =>
    replacePrivateFile(path, `${JSON.stringify({ version: 1, lastId, notes }, null, 2)}\n`, createId(random));
  return {
    list(words = '') {
      const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
      return read().notes.filter(({ text }) => wanted.every((word) => text.toLowerCase().includes(word)));
    },
    add(text) {
      if (text.trim() === '' || text.length > MAX_LENGTH) {
        throw new SallyportError('ERR_INPUT_INVALID', `A note has 1 to ${MAX_LENGTH} characters.`);
      }
      return whileLocked(options, () => {
        const { notes, lastId } = read();
        if (notes.length >= MAX_NOTES) {
          const hint = 'Remove notes that are done.';
          throw new SallyportError('ERR_INPUT_INVALID', 'The notebook is full.', { hint });
        }
        const note = { id: lastId + 1, text, at: new Date(now()).toISOString() };
        write([...notes, note], note.id);
        return note;
      });
    },
    remove(id) {
      return whileLocked(options, () => {
        const { notes, lastId } = read();
        const note = notes.find((candidate) => candidate.id === id);
        if (note === undefined) {
          throw new SallyportError('ERR_INPUT_INVALID', 'No note has this id.', { hint: 'Call list first.' });
        }
        write(
          notes.filter((other) => other !== note),
          lastId,
        );
        return note;
      });
    },
  };
}

/** Throws on a damaged file: taken as empty, it would be overwritten by the next note. */
function parse(text: string | undefined, path: string): { readonly notes: readonly Note[]; readonly lastId: number } {
  if (text === undefined) return { notes: [], lastId: 0 };
  const value = parseJson(text);
  if (isRecord(value) && value.version === 1 && typeof value.lastId === 'number' && Array.isArray(value.notes)) {
    if (value.notes.every(isNote)) return { notes: value.notes, lastId: value.lastId };
  }
  throw new SallyportError('ERR_TOOL_FAILED', `${path} is damaged.`, { hint: 'Ask the user to repair or remove it.' });
}

function isNote(value: unknown): value is Note {
  return (
    isRecord(value) && typeof value.id === 'number' && typeof value.text === 'string' && typeof value.at === 'string'
  );
}
