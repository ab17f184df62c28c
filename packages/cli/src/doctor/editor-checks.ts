// Checks each VS Code window: whether it answers, and whether the gateway is connected to it.
import { listRecords, probeSocket } from '@sallyport/native-host/run-directory';
import type { JsonObject } from '@sallyport/protocol';
import { broken, type Check, RESTART, sound } from './check.ts';

const NAME = 'editor';

/** Without a gateway, checks only that windows answer. */
export async function checkEditors(folder: string, met?: readonly JsonObject[]): Promise<Check[]> {
  const records = listRecords(folder);
  if (records.length === 0) {
    return [{ name: NAME, state: 'idle', detail: 'no VS Code window with the extension is open' }];
  }
  return Promise.all(
    records.map(async ({ id, pid, socket }) => {
      if ((await probeSocket(socket)) !== 'alive') {
        return broken(NAME, 'editor-dead', `Nothing answers at ${socket}.`, 'Reload the VS Code window.');
      }
      if (met === undefined) return sound(NAME, `listens at ${socket}, process ${pid}`);
      const linked = met.find((editor) => editor.id === id);
      if (linked !== undefined) return sound(NAME, `${linked.name}, ${linked.tools} tools`);
      return broken(NAME, 'editor-unlinked', `The gateway is not connected to the window at ${socket}.`, RESTART);
    }),
  );
}
