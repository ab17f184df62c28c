// The system's keychain, through its own program: secret-tool on Linux, security on macOS, PowerShell on Windows.
import type { SallyportError } from '@sallyport/protocol';
import { failed, type RunProgram } from './run-program.ts';
import type { ValueFile } from './value-file.ts';

export interface Keychain {
  save(name: string, value: string): Promise<void>;
  /** Undefined where it has none of this name, or is locked. */
  read(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
}

export interface KeychainOptions {
  readonly platform: string;
  readonly run: RunProgram;
  /** For the system whose keychain only encrypts. */
  readonly file: ValueFile;
}

const SERVICE = 'sallyport';

/** Undefined for a system without one. */
export function systemKeychain({ platform, run, file }: KeychainOptions): Keychain | undefined {
  if (platform === 'linux') return secretService(run);
  if (platform === 'darwin') return appleKeychain(run);
  return platform === 'win32' ? dataProtection(run, file) : undefined;
}

/** What `security` ends with if there is no such entry. */
const NOT_IN_APPLE_KEYCHAIN = 44;

/** Base64 in all of them: these programs end lines, cut at null characters and print some values as hex. */
const encode = (value: string) => Buffer.from(value, 'utf8').toString('base64');

function decode({ code, out }: Awaited<ReturnType<RunProgram>>): string | undefined {
  const text = out.trim();
  return code === 0 && text !== '' ? Buffer.from(text, 'base64').toString('utf8') : undefined;
}

function requireDone({ code }: { readonly code: number }, program: string): void {
  if (code !== 0) throw failed(`${program} did not keep the secret.`, 'Unlock your keychain, or use --store file.');
}

function notRemoved(program: string): SallyportError {
  return failed(`${program} did not remove the secret.`, 'Unlock your keychain, and remove it again.');
}

function secretService(run: RunProgram): Keychain {
  const about = (name: string) => ['service', SERVICE, 'name', name];
  return {
    async save(name, value) {
      const args = ['store', `--label=Sallyport: ${name}`, ...about(name)];
      requireDone(await run({ command: 'secret-tool', args, input: encode(value) }), 'secret-tool');
    },
    read: async (name) => decode(await run({ command: 'secret-tool', args: ['lookup', ...about(name)] })),
    async remove(name) {
      const { code } = await run({ command: 'secret-tool', args: ['clear', ...about(name)] });
      // It also fails where there is nothing to remove.
      if (code !== 0 && (await this.read(name)) !== undefined) throw notRemoved('secret-tool');
    },
  };
}

function appleKeychain(run: RunProgram): Keychain {
  const about = (name: string) => ['-s', SERVICE, '-a', name];
  return {
    async save(name, value) {
      // `-i` reads commands from stdin, so the value is not among the arguments. Names and base64 need no quotes.
      const input = `add-generic-password -U ${about(name).join(' ')} -w ${encode(value)}\n`;
      requireDone(await run({ command: 'security', args: ['-i'], input }), 'security');
      if ((await this.read(name)) !== value) throw failed('security did not keep the secret.', 'Unlock your keychain.');
    },
    read: async (name) =>
      decode(await run({ command: 'security', args: ['find-generic-password', ...about(name), '-w'] })),
    async remove(name) {
      const { code } = await run({ command: 'security', args: ['delete-generic-password', ...about(name)] });
      if (code !== 0 && code !== NOT_IN_APPLE_KEYCHAIN) throw notRemoved('security');
    },
  };
}

/** Windows encrypts for the user who is signed in (DPAPI); the result is kept in our own file. */
function dataProtection(run: RunProgram, file: ValueFile): Keychain {
  /** Apart from a value of the same name that the user wants in the file as it is: no name has a space. */
  const kept = (name: string) => `encrypted ${name}`;
  const convert = (way: 'Protect' | 'Unprotect', input: string) =>
    run({ command: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-Command', script(way)], input });
  return {
    async save(name, value) {
      const done = await convert('Protect', encode(value));
      requireDone(done, 'PowerShell');
      file.save(kept(name), done.out.trim());
    },
    async read(name) {
      const encrypted = file.read(kept(name));
      return encrypted === undefined ? undefined : decode(await convert('Unprotect', encrypted));
    },
    remove: async (name) => file.remove(kept(name)),
  };
}

function script(way: 'Protect' | 'Unprotect'): string {
  return [
    'Add-Type -AssemblyName System.Security',
    '$given = [Convert]::FromBase64String([Console]::In.ReadToEnd().Trim())',
    `$made = [Security.Cryptography.ProtectedData]::${way}($given, $null, 'CurrentUser')`,
    '[Console]::Out.Write([Convert]::ToBase64String($made))',
  ].join('; ');
}
