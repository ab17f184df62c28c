// Path rules without disk access: refused spellings, and which path is inside which.
import { posix, win32 } from 'node:path';

export type Flavour = 'posix' | 'win32';

export function pathsOf(flavour: Flavour): typeof posix {
  return flavour === 'win32' ? win32 : posix;
}

/**
 * Why a path is refused, or undefined. A Windows path can name a device, a stream of a file or another machine, where merely
 * accessing a share logs the user in.
 */
export function refusedSpelling(input: string, roots: readonly string[], flavour: Flavour): string | undefined {
  if (input === '') return 'The path is empty.';
  if (input.includes('\0')) return 'The path has a null byte.';
  if (flavour === 'posix') return undefined;
  const path = input.replaceAll('/', '\\');
  if (/^\\\\[.?]\\/.test(path) || /^\\\?\?\\/.test(path)) return 'Device paths are refused.';
  if (path.startsWith('\\\\') && !roots.some((root) => isInside(path, root, flavour)))
    return 'Network paths are refused.';
  // "C:x" is relative to a hidden current folder of the drive.
  const rest = path.replace(/^[A-Za-z]:(?=\\)/, '');
  if (rest.includes(':')) return 'Streams and relative drives are refused.';
  const parts = rest.split('\\').filter((part) => part !== '.' && part !== '..');
  if (parts.some((part) => /[. ]$/.test(part))) return 'Windows drops dots and spaces at the end of a name.';
  if (parts.some((part) => RESERVED.test(part))) return 'Device names are refused.';
  return undefined;
}

/** With any extension: `nul.txt` is the device too. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;

/** Whether the path is the root or inside it. Both are absolute and normalised. */
export function isInside(path: string, root: string, flavour: Flavour): boolean {
  const { relative, isAbsolute, sep } = pathsOf(flavour);
  const fold = (text: string) => (flavour === 'win32' ? text.toLowerCase() : text);
  const between = relative(fold(root), fold(path));
  return between === '' || (between !== '..' && !between.startsWith(`..${sep}`) && !isAbsolute(between));
}
