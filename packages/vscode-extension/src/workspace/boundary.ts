// Resolves an agent's path to a real path inside the workspace, or refuses it before any access.
import { lstat, realpath } from 'node:fs/promises';
import { SallyportError } from '@sallyport/protocol';
import { type Flavour, isInside, pathsOf, refusedSpelling } from './path-rules.ts';

/** A path that may be used. */
export interface ResolvedPath {
  /** Absolute with all links resolved, so that the checked path is the used one. */
  readonly path: string;
  /** As the agent wrote it. */
  readonly given: string;
  readonly exists: boolean;
}

export interface Boundary {
  /** Throws a SallyportError for any path outside, whether it exists or not. */
  resolve(given: string): Promise<ResolvedPath>;
  /** Whether a resolved path is the folder or inside it. */
  contains(folder: string, path: string): boolean;
  /** Relative to the first folder, with forward slashes; absolute in other folders. */
  show(path: string): string;
}

export interface BoundaryOptions {
  /** The current workspace folders, as the user opened them. */
  readonly roots: () => readonly string[];
  readonly flavour: Flavour;
}

export function createBoundary({ roots, flavour }: BoundaryOptions): Boundary {
  const { resolve, relative, sep } = pathsOf(flavour);
  /** Real paths of folders that were opened through a link. */
  const realNames = new Map<string, string>();
  const realRoot = async (root: string): Promise<string> => {
    // A deleted folder keeps its path.
    const real = await realpath(root).catch(() => root);
    realNames.set(root, real);
    return real;
  };
  return {
    async resolve(given) {
      const [first, ...others] = roots();
      if (first === undefined) {
        throw new SallyportError('ERR_TOOL_FAILED', 'No workspace folder open', {
          hint: 'Ask the user to open a folder in VS Code.',
          data: { path: given },
        });
      }
      const refused = refusedSpelling(given, [first, ...others], flavour);
      if (refused !== undefined) throw outside(given, refused);
      const realRoots = await Promise.all([first, ...others].map(realRoot));
      const named = resolve(first, given);
      const { path, exists } = await followLinks(named, given, flavour).catch((error: unknown) => {
        // A system error for a path outside would reveal what exists there.
        const isNamedInside = [first, ...others, ...realRoots].some((root) => isInside(named, root, flavour));
        throw isNamedInside ? error : outside(given);
      });
      if (!realRoots.some((root) => isInside(path, root, flavour))) throw outside(given);
      return { path, given, exists };
    },
    contains: (folder, path) => isInside(path, folder, flavour),
    show(path) {
      const [first] = roots();
      if (first === undefined) return path;
      const root = [first, realNames.get(first) ?? first].find((name) => isInside(path, name, flavour));
      return root === undefined ? path : relative(root, path).split(sep).join('/') || '.';
    },
  };
}

/** The real path of the nearest existing parent, plus the rest. */
async function followLinks(
  path: string,
  given: string,
  flavour: Flavour,
): Promise<{ readonly path: string; readonly exists: boolean }> {
  const { dirname, basename, join } = pathsOf(flavour);
  const rest: string[] = [];
  for (let current = path; ; current = dirname(current)) {
    try {
      const real = await realpath(current);
      return { path: join(real, ...rest), exists: rest.length === 0 };
    } catch (error) {
      const code = codeOf(error);
      // ENOTDIR: a parent is a file, so nothing below it exists.
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw systemError(error, given);
      if (await isDanglingLink(current)) throw outside(given, 'It goes through a broken link.');
    }
    if (dirname(current) === current) throw outside(given);
    rest.unshift(basename(current));
  }
}

/** Writing to such a link would create its target, wherever that is. */
async function isDanglingLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false; // Nothing is there.
  }
}

/** What the system said, in its own words. */
export function systemError(error: unknown, given: string): SallyportError {
  const message = error instanceof Error ? error.message : String(error);
  const isMissing = ['ENOENT', 'ENOTDIR', 'FileNotFound'].includes(codeOf(error) ?? '');
  return new SallyportError('ERR_TOOL_FAILED', isMissing ? 'File not found' : message, {
    hint: isMissing ? 'list_files shows what exists.' : 'The operating system refused it.',
    data: { path: given },
    cause: error,
  });
}

/** Undefined for anything but an error of the file system, Node's or VS Code's, which keeps the system's words. */
export function asSystemError(error: unknown, given: string): SallyportError | undefined {
  const code = codeOf(error) ?? '';
  return /^E[A-Z0-9]+$/.test(code) || fileSystemCodes.has(code) ? systemError(error, given) : undefined;
}

/** Of VS Code's FileSystemError. */
const fileSystemCodes = new Set([
  'FileExists',
  'FileNotFound',
  'FileNotADirectory',
  'FileIsADirectory',
  'NoPermissions',
  'Unavailable',
]);

function outside(given: string, why?: string): SallyportError {
  const hint = 'Paths are relative to the first workspace folder, or absolute inside any of them.';
  return new SallyportError('ERR_PERMISSION_DENIED', 'File is outside workspace boundary', {
    hint: why === undefined ? hint : `${why} ${hint}`,
    data: { path: given },
  });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
