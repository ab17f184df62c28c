// The editor's journal, shared by all windows: caller, tool, time and outcome of calls, never their content.
import { join } from 'node:path';
import {
  EDITOR_JOURNAL,
  locateFolders,
  type Machine,
  openRotatedLog,
  readTextFile,
} from '@sallyport/native-host/run-directory';
import { isRecord, limits, parseJson } from '@sallyport/protocol';
import type { EndedCall } from '../door/editor-offer.ts';

/** In the format of the gateway's journal, which merges the direct calls. */
export interface JournalEntry {
  readonly kind: 'call';
  readonly at: string;
  readonly callId: string;
  readonly agent: { readonly id: string; readonly name: string };
  readonly tool: string;
  readonly server: 'editor';
  readonly outcome: 'result' | 'tool_error';
  readonly code?: string;
  readonly durationMs: number;
  /** Not through the gateway, whose journal has the others. */
  readonly direct?: true;
}

export interface EditorJournal {
  record(call: EndedCall): void;
  /** The newest, oldest first. */
  list(): readonly JournalEntry[];
  /** May be called again. */
  close(): void;
}

/** The older of two files is always full, so the newest entries are always there. */
const FILES = 2;

export function openEditorJournal(machine: Machine): EditorJournal {
  const path = join(locateFolders(machine).data, EDITOR_JOURNAL);
  const file = openRotatedLog({ path, maxBytes: limits.editor.journalMaxBytes, files: FILES });
  return {
    record: (call) => file.write(JSON.stringify(entryOf(call))),
    list: () =>
      [`${path}.1`, path]
        .flatMap((name) => (readTextFile(name) ?? '').split('\n'))
        .flatMap(parseEntry)
        .slice(-limits.editor.journalKept),
    close: () => file.close(),
  };
}

function entryOf({ at, callId, tool, caller, durationMs, code }: EndedCall): JournalEntry {
  return {
    kind: 'call',
    at,
    callId,
    // Cut, because it may be a session id, which is secret.
    agent: { id: caller.id.slice(0, 16), name: caller.name },
    tool: `editor/${tool}`,
    server: 'editor',
    outcome: code === undefined ? 'result' : 'tool_error',
    code,
    durationMs,
    direct: caller.isDirect || undefined,
  };
}

/** Skips a line cut off by a crash. */
function parseEntry(line: string): JournalEntry[] {
  const value = parseJson(line);
  // We wrote it, and it is only shown.
  return isRecord(value) && isRecord(value.agent) ? [value as unknown as JournalEntry] : [];
}
