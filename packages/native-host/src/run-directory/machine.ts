// What the run directory and its neighbours must know of the computer, read in one place and handed on from there.
import { userInfo } from 'node:os';

/** Facts of the machine and the account. Everything but `readMachine` gets them passed. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined on Windows, where files have no owner number. */
  readonly uid: number | undefined;
  /** The home folder of the OS account, not of `$HOME`; undefined for a uid without an account. */
  readonly accountHome: string | undefined;
  readonly accountName: string | undefined;
}

/** Random bytes of cryptographic strength, handed in so that tests can choose them. */
export type RandomBytes = (size: number) => Uint8Array;

/** Only for `main.ts` files: the one reader of process and account. */
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
    // A container may run under a uid that no account has.
    return undefined;
  }
}
