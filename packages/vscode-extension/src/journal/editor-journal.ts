// The editor's own journal: who called which tool, when, and how it ended; never what was in it. All windows share it.
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

/** In the form of the gateway's own entries, into which those of direct calls are mixed. */
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
  /** Did not come through the gateway, whose journal else has it. */
  readonly direct?: true;
}

export interface EditorJournal {
  record(call: EndedCall): void;
  /** The newest, oldest first. */
  list(): readonly JournalEntry[];
  /** May be called again. */
  close(): void;
}

/** Two files, of which the older is always full: so the newest entries of the number kept are always there. */
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
    // The id may be that of a session, which is no one else's business.
    agent: { id: caller.id.slice(0, 16), name: caller.name },
    tool: `editor/${tool}`,
    server: 'editor',
    outcome: code === undefined ? 'result' : 'tool_error',
    code,
    durationMs,
    direct: caller.isDirect || undefined,
  };
}

/** A line that a crash cut short is passed over. */
function parseEntry(line: string): JournalEntry[] {
  const value = parseJson(line);
  // Written by ourselves, and whatever is read from it is shown, never acted on.
  return isRecord(value) && isRecord(value.agent) ? [value as unknown as JournalEntry] : [];
}
