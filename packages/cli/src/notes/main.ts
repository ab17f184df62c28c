// The notes server: MCP on stdin and stdout; its argument is the notebook file.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { StreamDoor } from '@sallyport/mcp-door';
import { createId } from '@sallyport/native-host/run-directory';
import { createFence, parseJson } from '@sallyport/protocol';
import { openNotebook } from './notebook.ts';
import { createNotesOffer } from './notes-offer.ts';

const [path] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write('Usage: notes-server FILE\n');
  process.exit(2);
}
const door = new StreamDoor({
  offer: createNotesOffer({
    notebook: openNotebook({ path, pid: process.pid, now: Date.now, random: randomBytes }),
    now: Date.now,
    createId: () => createId(randomBytes),
    fence: createFence(randomBytes),
  }),
  post: (message) => void process.stdout.write(`${JSON.stringify(message)}\n`),
  // Not the message, which may quote a note.
  onFault: (thrown) => void process.stderr.write(`fault: ${thrown instanceof Error ? thrown.name : 'unknown'}\n`),
});
createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line.trim() !== '') door.receive(parseJson(line));
  })
  .on('close', () => {
    const fail = () => {
      process.exitCode = 1;
    };
    door.whenIdle().then(() => door.close(), fail);
  });
