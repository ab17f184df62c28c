// The hops to VS Code: each window by its record, whether its door answers, and whether the gateway has met it.
import { type AppRecord, listRecords, probeSocket } from '@sallyport/native-host/run-directory';
import type { JsonObject } from '@sallyport/protocol';
import { broken, type Hop } from './hop.ts';

const NAME = 'editor';

/** Without a gateway only the doors are looked at. */
export async function lookAtEditors(folder: string, met?: readonly JsonObject[]): Promise<Hop[]> {
  const records = listRecords(folder);
  if (records.length === 0) {
    return [{ name: NAME, state: 'idle', detail: 'no VS Code window with the extension is open' }];
  }
  return Promise.all(records.map((record) => lookAtEditor(record, met)));
}

async function lookAtEditor(record: AppRecord, met: readonly JsonObject[] | undefined): Promise<Hop> {
  const { id, pid, socket } = record;
  if ((await probeSocket(socket)) !== 'alive') {
    return broken(NAME, `Its record is there, but nobody answers at ${socket}.`, 'Reload the window of VS Code.');
  }
  const linked = met?.find((editor) => editor.id === id);
  if (linked !== undefined) return { name: NAME, state: 'sound', detail: `${linked.name}, ${linked.tools} tools` };
  if (met === undefined) return { name: NAME, state: 'sound', detail: `its door is at ${socket}, process ${pid}` };
  return broken(
    NAME,
    `The gateway has not met the window at ${socket}.`,
    'Run "sallyport stop"; the next agent starts it anew.',
  );
}
