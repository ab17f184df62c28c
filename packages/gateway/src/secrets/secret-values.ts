// Keeps and finds the values of secrets, each where its entry says.
import { SallyportError } from '@sallyport/protocol';
import type { SecretEntry } from '../store/secret-store.ts';
import { type Keychain, systemKeychain } from './keychains.ts';
import { failed, openPrograms, type RunProgram } from './run-program.ts';
import { codeAt, parseTotpKey } from './totp.ts';
import { ValueFile, type ValueFileOptions } from './value-file.ts';

export interface SecretValuesOptions extends ValueFileOptions {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Shorter ones would be on many pages by chance, where they must not be found. */
const MIN_CHARS = 6;
const MAX_CHARS = 500;
/** A keychain may ask the user to unlock it. */
const PROGRAM_MS = 20_000;

export class SecretValues {
  readonly #run: RunProgram;
  readonly #file: ValueFile;
  readonly #keychain: Keychain | undefined;
  readonly #now: () => number;

  constructor(options: SecretValuesOptions) {
    this.#run = openPrograms({ env: options.env, timeoutMs: PROGRAM_MS });
    this.#file = new ValueFile(options);
    this.#keychain = systemKeychain({ platform: options.platform, run: this.#run, file: this.#file });
    this.#now = options.now;
  }

  /** In the keychain if it takes it, or where the user wants it. Returns where it is. */
  async save(name: string, value: string, wanted: 'keychain' | 'file' | undefined): Promise<'keychain' | 'file'> {
    if (wanted !== 'file') {
      const isKept = await this.#inKeychain(name, value).catch((thrown: unknown) => {
        if (wanted === 'keychain') throw thrown;
        return false;
      });
      if (isKept) return 'keychain';
      if (wanted === 'keychain')
        throw failed('This system has no keychain that Sallyport can use.', 'Use --store file.');
    }
    this.#file.save(name, value);
    return 'file';
  }

  /** Nothing of it is left, wherever it was. */
  async remove({ name, source }: SecretEntry): Promise<void> {
    if (source.from === 'keychain') await this.#keychain?.remove(name);
    if (source.from === 'file') this.#file.remove(name);
  }

  /** What is to be typed: the value, or the code of this moment. */
  async read(entry: SecretEntry): Promise<string> {
    const value = await this.#valueOf(entry);
    if (entry.kind === 'totp') return codeAt(parseTotpKey(value), this.#now());
    requireTypable(value);
    return value;
  }

  async #inKeychain(name: string, value: string): Promise<boolean> {
    if (this.#keychain === undefined) return false;
    await this.#keychain.save(name, value);
    // A keychain in memory, or one that is locked again, would lose it.
    if ((await this.#keychain.read(name)) === value) return true;
    await this.#keychain.remove(name);
    return false;
  }

  async #valueOf({ name, source }: SecretEntry): Promise<string> {
    if (source.from === 'command') return this.#printed(source.command);
    const value = source.from === 'file' ? this.#file.read(name) : await this.#keychain?.read(name);
    if (value !== undefined) return value;
    throw failed(
      `The value of the secret "${name}" is not there.`,
      'The user can unlock the keychain, or add it again.',
    );
  }

  async #printed([command = '', ...args]: readonly string[]): Promise<string> {
    const { code, out } = await this.#run({ command, args });
    if (code !== 0) throw failed(`${command} failed, so there is no secret to type.`, 'The user can run it by hand.');
    return out.replace(/\r?\n$/, '');
  }
}

/** Throws ERR_INPUT_INVALID, which does not quote it, for what could not be kept from an agent. */
export function requireTypable(value: string): void {
  const bare = value.trim();
  if (bare.length === value.length && bare.length >= MIN_CHARS && bare.length <= MAX_CHARS && !/\p{Cc}/u.test(bare))
    return;
  throw new SallyportError('ERR_INPUT_INVALID', 'This cannot be a secret that agents type by name.', {
    hint: `It needs ${MIN_CHARS} to ${MAX_CHARS} characters in one line, without spaces at its ends.`,
  });
}
