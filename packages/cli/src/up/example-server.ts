// Adds the notes server to the user's MCP servers as an example, once: a removed entry does not come back.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { changeConfigFile } from '@sallyport/gateway';
import { createPrivateFile } from '@sallyport/native-host/run-directory';
import type { CommandContext } from '../context.ts';
import { NOTES_BUNDLE } from '../install/wanted.ts';

const NAME = 'notes';

/** Throws ERR_INPUT_INVALID for a config.json that cannot be read. */
export function addExampleServer(
  context: Pick<CommandContext, 'machine' | 'node' | 'bundles' | 'randomBytes' | 'now' | 'pid'>,
  data: string,
): void {
  const { node, bundles } = context;
  const notebook = join(data, 'notes.json');
  const entry = { command: node.path, args: [join(bundles, NOTES_BUNDLE), notebook] };
  const isNew = changeConfigFile(context, (config) => {
    const present = config.entries.get(NAME);
    // Our entry, with the path of an older build.
    const isOld = Array.isArray(present?.args) && present.args.at(-1) === notebook && present.args[0] !== entry.args[0];
    if (isOld) config.setField(NAME, 'args', entry.args);
    if (present !== undefined || existsSync(notebook)) return false;
    config.set(NAME, entry);
    return true;
  });
  if (isNew) createPrivateFile(notebook, `${JSON.stringify({ version: 1, lastId: 0, notes: [] })}\n`);
}
