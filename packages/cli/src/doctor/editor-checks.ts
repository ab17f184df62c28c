// The hops to VS Code: each window by its record, whether its door answers, and whether the gateway has met it.
import { listRecords, probeSocket } from '@sallyport/native-host/run-directory';
import type { JsonObject } from '@sallyport/protocol';
import { broken, type Check, sound } from './check.ts';

const NAME = 'editor';

/** Without a gateway only the doors are looked at. */
export async function checkEditors(folder: string, met?: readonly JsonObject[]): Promise<Check[]> {
  const records = listRecords(folder);
  if (records.length === 0) {
    return [{ name: NAME, state: 'idle', detail: 'no VS Code window with the extension is open' }];
  }
  return Promise.all(
    records.map(async ({ id, pid, socket }) => {
      if ((await probeSocket(socket)) !== 'alive') {
        return broken(NAME, `Its record is there, but nobody answers at ${socket}.`, 'Reload the window of VS Code.');
      }
      if (met === undefined) return sound(NAME, `its door is at ${socket}, process ${pid}`);
      const linked = met.find((editor) => editor.id === id);
      if (linked !== undefined) return sound(NAME, `${linked.name}, ${linked.tools} tools`);
      const fix = 'Run "sallyport stop"; the next agent starts it anew.';
      return broken(NAME, `The gateway has not met the window at ${socket}.`, fix);
    }),
  );
}
