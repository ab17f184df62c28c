// Run: a connection to each VS Code window of the run directory.
import {
  type AppRecord,
  type RunDirectory,
  readToken,
  removeRecord,
  tokenPath,
} from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import { RecordFinder } from '../record-finder.ts';
import { type EditorWindow, openEditorWindow } from './editor-window.ts';

export interface EditorWindowsOptions {
  readonly run: RunDirectory;
  readonly onWindow: (window: EditorWindow) => void;
  readonly log: (line: string) => void;
}

export function createEditorWindows({ run, onWindow, log }: EditorWindowsOptions): RecordFinder<EditorWindow> {
  return new RecordFinder<EditorWindow>({
    folder: run.editors,
    kind: 'editor',
    dial: (record) => dialWindow(run.editors, record),
    onFound: async (window) => onWindow(window),
    onRecords(records, live) {
      for (const window of live.values()) {
        const record = records.find(({ id }) => id === window.id);
        if (record !== undefined) window.renew(record);
        // A window removes its record before it closes the door.
        else window.close().catch(() => {});
      }
    },
    log,
  });
}

/** Undefined when the window is gone. Records are written after the door is open, so such a record is stale and removed. */
async function dialWindow(folder: string, record: AppRecord): Promise<EditorWindow | undefined> {
  const token = readToken(tokenPath(folder, record.id));
  if (token === undefined) return undefined;
  try {
    return await openEditorWindow(record, token);
  } catch (thrown) {
    if (!isGone(thrown)) throw thrown;
    removeRecord(folder, record.id);
    return undefined;
  }
}

/** Nothing listens at that port, or by now another program or another window does. */
function isGone(thrown: unknown): boolean {
  if (!(thrown instanceof SallyportError)) return false;
  const { reached, status } = thrown.data ?? {};
  return reached === false || status === 401 || status === 404;
}
