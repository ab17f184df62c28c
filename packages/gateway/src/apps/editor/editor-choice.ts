// Which VS Code window a call goes to: the one the agent chose, the one with its working directory, or the only one.
import { posix, win32 } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import { choiceTool } from '../choice.ts';

export const WINDOW_TOOL = 'windows';

export const windowTool = choiceTool(
  {
    name: WINDOW_TOOL,
    title: 'VS Code windows',
    description:
      'Lists the open VS Code windows and marks yours: the one with your working directory, unless you choose another.',
  },
  'A window name from the list, or a path inside one.',
);

export interface Candidate {
  readonly name: string;
  readonly folders: readonly { readonly path: string; readonly realPath: string }[];
}

/** The window with the deepest folder that contains the path; of several the newest, which is last. */
export function windowAt<Window extends Candidate>(
  windows: readonly Window[],
  paths: readonly string[],
  platform: NodeJS.Platform,
): Window | undefined {
  let best: { readonly window: Window; readonly depth: number } | undefined;
  for (const window of windows) {
    const depths = window.folders.flatMap(({ path, realPath }) =>
      [path, realPath]
        .filter((root) => paths.some((inside) => isInside(root, inside, platform)))
        .map((root) => root.length),
    );
    const depth = Math.max(-1, ...depths);
    if (depth >= 0 && depth >= (best?.depth ?? 0)) best = { window, depth };
  }
  return best?.window;
}

export function noSuchWindow(names: readonly string[]): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', 'No VS Code window with this name is open.', {
    hint: `Open: ${names.join('; ')}.`,
    data: { windows: names },
  });
}

export function mustChoose(names: readonly string[], cwd: string | undefined): SallyportError {
  const why = cwd === undefined ? 'your working directory is not known' : `none of them has ${cwd} open`;
  return new SallyportError('ERR_INPUT_INVALID', `Several VS Code windows are open, and ${why}.`, {
    hint: `Choose one with editor__${WINDOW_TOOL}: ${names.join('; ')}. The call has not run.`,
    data: { windows: names, outcome: 'not_run' },
  });
}

export function noWindow(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'No VS Code window with the Sallyport extension is open.', {
    hint: 'Open the folder in VS Code; the status bar shows "Sallyport" when it is ready. The call has not run.',
    data: { outcome: 'not_run' },
  });
}

function isInside(root: string, path: string, platform: NodeJS.Platform): boolean {
  const { relative, isAbsolute, sep } = platform === 'win32' ? win32 : posix;
  if (!isAbsolute(path)) return false;
  const rest = relative(root, path);
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}
