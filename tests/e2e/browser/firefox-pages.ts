// Firefox's pages through Marionette: over TCP, each message with its length before a colon.
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isRecord } from '@sallyport/protocol';
import { eventually } from '../../support/eventually.ts';
import type { DrivenPage, DrivenPages } from './person.ts';

const ANSWER_MS = 15_000;
/** WebDriver's own name for a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export async function openFirefoxPages(profileFolder: string): Promise<DrivenPages> {
  const file = join(profileFolder, 'MarionetteActivePort');
  const port = await eventually('a port of Marionette', () => existsSync(file) && Number(readFileSync(file, 'utf8')));
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map<unknown, (error: unknown, value: unknown) => void>();
  let rest = Buffer.alloc(0);
  let last = 0;
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (let colon = rest.indexOf(':'); colon > 0; colon = rest.indexOf(':')) {
      const end = colon + 1 + Number(rest.subarray(0, colon).toString());
      if (rest.length < end) return;
      const message: unknown = JSON.parse(rest.subarray(colon + 1, end).toString());
      rest = rest.subarray(end);
      // The first is a greeting.
      if (!Array.isArray(message)) continue;
      waiting.get(message[1])?.(message[2], message[3]);
      waiting.delete(message[1]);
    }
  });

  function command(name: string, params: object = {}): Promise<unknown> {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No answer to ${name}.`)), ANSWER_MS);
      waiting.set(id, (error, value) => {
        clearTimeout(timer);
        if (error) reject(new Error(`${name}: ${JSON.stringify(error)}`));
        else resolve(value);
      });
      const bytes = Buffer.from(JSON.stringify([0, id, name, params]));
      socket.write(Buffer.concat([Buffer.from(`${bytes.length}:`), bytes]));
    });
  }

  async function answerTo(name: string, params: object = {}): Promise<unknown> {
    const answer = await command(name, params);
    return isRecord(answer) ? answer.value : undefined;
  }

  function pageOf(handle: string, url: string): DrivenPage {
    const enter = () => command('WebDriver:SwitchToWindow', { handle, focus: false });
    const run = (script: string) => answerTo('WebDriver:ExecuteScript', { script, args: [] });
    return {
      url,
      async evaluate(expression) {
        await enter();
        return run(`return ${expression};`);
      },
      async click(element) {
        await enter();
        const found = await run(`return ${element};`);
        await command('WebDriver:ElementClick', { id: isRecord(found) ? found[ELEMENT] : '' });
      },
      async goTo(address) {
        await enter();
        await command('WebDriver:Navigate', { url: address });
      },
    };
  }

  await command('WebDriver:NewSession', {});
  return {
    async list() {
      const handles = await command('WebDriver:GetWindowHandles');
      const pages: DrivenPage[] = [];
      for (const handle of Array.isArray(handles) ? handles.map(String) : []) {
        // One that has just been closed is no page.
        const url = await command('WebDriver:SwitchToWindow', { handle, focus: false })
          .then(() => answerTo('WebDriver:GetCurrentURL'))
          .catch(() => undefined);
        if (url !== undefined) pages.push(pageOf(handle, String(url)));
      }
      return pages;
    },
    close: () => socket.destroy(),
  };
}
