// The values of secrets in a file of mode 0600, for systems without a keychain.
import {
  createId,
  type RandomBytes,
  readIfPresent,
  replacePrivateFile,
  whileLocked,
} from '@sallyport/native-host/run-directory';
import { isRecord, parseJson, SallyportError } from '@sallyport/protocol';

export interface ValueFileOptions {
  readonly path: string;
  readonly random: RandomBytes;
  readonly now: () => number;
  readonly pid: number;
}

export class ValueFile {
  readonly #options: ValueFileOptions;

  constructor(options: ValueFileOptions) {
    this.#options = options;
  }

  read(name: string): string | undefined {
    const value = this.#all().get(name);
    return value === undefined ? undefined : Buffer.from(value, 'base64').toString('utf8');
  }

  save(name: string, value: string): void {
    this.#change((values) => values.set(name, Buffer.from(value, 'utf8').toString('base64')));
  }

  /** Nothing where there is none. */
  remove(name: string): void {
    if (this.#all().has(name)) this.#change((values) => values.delete(name));
  }

  #all(): Map<string, string> {
    const { path } = this.#options;
    const text = readIfPresent(path);
    if (text === undefined) return new Map();
    const kept = parseJson(text);
    const values = isRecord(kept) && kept.version === 1 && isRecord(kept.values) ? Object.entries(kept.values) : [];
    const sound = values.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
    if (isRecord(kept) && kept.version === 1 && sound.length === values.length) return new Map(sound);
    throw new SallyportError('ERR_INPUT_INVALID', `${path} is damaged.`, {
      hint: 'Remove it, and add the secrets again with "sallyport secrets add".',
    });
  }

  #change(change: (values: Map<string, string>) => void): void {
    const { path, random } = this.#options;
    whileLocked(this.#options, () => {
      const values = this.#all();
      change(values);
      const text = JSON.stringify({ version: 1, values: Object.fromEntries(values) }, null, 2);
      replacePrivateFile(path, `${text}\n`, createId(random));
    });
  }
}
