// Facts about the computer and the account, read once and passed on.
import { userInfo } from 'node:os';

/** Passed to whatever needs it; only `readMachine` reads the process. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined on Windows. */
  readonly uid: number | undefined;
  /** The home folder of the OS account, not of `$HOME`; undefined for a uid without an account. */
  readonly accountHome: string | undefined;
  readonly accountName: string | undefined;
}

/** Returns cryptographically strong random bytes. Injected, so that tests can choose them. */
export type RandomBytes = (size: number) => Uint8Array;

/** Only for `main.ts` files. */
export function readMachine(): Machine {
  const account = readAccount();
  return {
    platform: process.platform,
    env: process.env,
    uid: process.getuid?.(),
    accountHome: account?.homedir,
    accountName: account?.username,
  };
}

function readAccount(): { homedir: string; username: string } | undefined {
  try {
    return userInfo();
  } catch {
    // A container may run under a uid without an account.
    return undefined;
  }
}
