// SECURITY.md, "an agent that has only our tools": one that is allowed on a site and denied on the site of a frame there.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isRecord } from '@sallyport/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type NamedAgent, NamedAgents } from '../browser/named-agents.ts';
import { Person } from '../browser/person.ts';
import { BrowserStage, refOf, withoutFences } from '../browser/stage.ts';

/** Tells its server of every press and drop. */
const bank = `<!doctype html><title>Bank</title><body style="margin: 0"><button style="width: 300px; height: 200px">Pay</button><script>
addEventListener('dragover', (event) => event.preventDefault());
for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'drop'])
  addEventListener(type, (event) => { event.preventDefault(); navigator.sendBeacon('/pressed', type); }, true);
</script>`;

const things = `<div style="display: flex"><div draggable="true" tabindex="0" role="button" style="width: 100px; height: 60px"
  ondragstart="event.dataTransfer.setData('text/plain', 'mine')">Thing</div>
<div tabindex="0" role="button" style="width: 100px; height: 60px">Knob</div>`;

/** `loose`: the page puts the frame under the pointer as soon as that moves, or only while a drag is on its way. */
const home = (frame: string, loose = '') => `<!doctype html><title>Home</title><body style="margin: 0">${things}
<iframe title="Inset" src="${frame}" width="300" height="200" style="border: 0"></iframe></div>
<script>const inset = document.querySelector('iframe');
const show = () => Object.assign(inset.style, { position: 'fixed', inset: '0', width: '100%', height: '100%' });
${loose}</script>`;

/** Goes to the other site with the first key, to have the rest typed there. */
const leaving = (other: string) => `<!doctype html><title>Leaving</title><label>Note <input></label><script>
addEventListener('keydown', () => { location.href = '${other}'; }, { once: true });</script>`;

const secrets = `<!doctype html><title>Secrets</title><label>Password <input type="password" value="hunter2"></label>
<label>PIN <input name="pin" maxlength="4" value="4711"></label><label>Door PIN <input value="4711" oninput="value='4711'"></label>
<label>Private key <textarea>KEY hunter2</textarea></label><label>Comment <textarea>no password here</textarea></label>
<button onclick="document.querySelector('textarea').textContent = 'KEY hunter3'">New key</button><label>Source <input value="copied"></label>
<label>Note <input name="note"></label><button onmousedown="event.preventDefault()">Pad</button>`;

/** Reads of the other site what it lets everybody read, and has a frame of it that reads more. */
const calling = (
  other: string,
) => `<!doctype html><title>Calling</title><iframe src="${other}/inner"></iframe><p id="p"></p>
<button onclick="fetch('${other}/balance').then((r) => r.text()).then(() => fetch('/moved')).catch(() => {}).then(() => fetch('/mine')).then(() => { p.textContent = 'Done' })">Call</button>`;

const inner = `<!doctype html><script>setInterval(() => fetch('/own-affairs'), 100)</script>`;

/** Requests what the user is about to download, and waits meanwhile; and leads to a file of the other site. */
const saving = (other: string) => `<!doctype html><title>Saving</title><p id="p"></p>
<button onclick="fetch('/users.csv'); fetch('/later').then(() => { p.textContent = 'Done' })">Wait</button>
<a href="${other}/bank.csv">Far</a> <a href="/mine.csv">Near</a>`;

describe.each(['chromium', 'firefox'] as const)('in %s', (engine) => {
  const pressed: string[] = [];
  let onLater = () => {};
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (url === '/pressed') {
      request.setEncoding('utf8').on('data', (what: string) => pressed.push(what));
      request.on('end', () => response.end());
      return;
    }
    const free = { 'access-control-allow-origin': '*', 'x-bank': `planted ${url}` };
    if (url === '/moved') {
      response.writeHead(302, { location: `${otherOrigin()}/balance` }).end();
      return;
    }
    if (url === '/later') {
      onLater();
      setTimeout(() => response.end(), 2_000);
      return;
    }
    if (url.endsWith('.csv')) {
      response.writeHead(200, { 'content-disposition': `attachment; filename="${url.slice(1)}"` }).end('a,b');
      return;
    }
    if (['/balance', '/own-affairs', '/mine'].includes(url)) {
      response.writeHead(200, { 'content-type': 'application/json', ...free }).end(`{"at":"planted ${url}"}`);
      return;
    }
    const frame = `${otherOrigin()}/bank`;
    const pages: Readonly<Record<string, string>> = {
      '/bank': bank,
      '/home': home(frame),
      '/eager': home(frame, "addEventListener('pointermove', show)"),
      '/patient': home(
        frame,
        "for (const type of ['pointermove', 'drag', 'dragover']) addEventListener(type, (event) => { if (type !== 'pointermove' || event.buttons === 1) show(); })",
      ),
      '/secrets': secrets,
      '/leaving': leaving(frame),
      '/calling': calling(otherOrigin()),
      '/inner': inner,
      '/saving': saving(otherOrigin()),
    };
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[url] ?? '');
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const otherOrigin = () => `http://localhost:${(server.address() as AddressInfo).port}`;
  let stage: BrowserStage;
  let agents: NamedAgents;
  let person: Person;
  let agent: NamedAgent;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, resolve));
    stage = await BrowserStage.open(engine, {}, { asksAboutSites: true, isDriven: true });
    agents = await NamedAgents.open(stage.home, stage.host);
    person = await Person.open(engine, stage);
    agent = agents.agent('Mallory');
    await person.browseTo(`${origin()}/secrets`);
    const going = agent.call('navigate', { url: `${origin()}/home` });
    going.catch(() => {});
    const asking = await person.panel('#asking');
    await asking.click('document.getElementById("whole")');
    await person.click(`Always allow: Mallory, ${origin()}`);
    await going;
    const denied = agent.call('navigate', { url: `${otherOrigin()}/bank` });
    denied.catch(() => {});
    await person.click(`Always deny: Mallory, ${otherOrigin()}`);
    await expect(denied).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  }, 120_000);

  afterAll(async () => {
    agents?.close();
    person?.close();
    await stage?.close();
    server.close();
    server.closeAllConnections();
  });

  async function refs(path: string): Promise<(name: string) => string> {
    await agent.call('navigate', { url: `${origin()}${path}` });
    const text = withoutFences((await agent.call('snapshot')).text);
    return (name) => refOf(text, name);
  }

  it('presses and drops nothing in a frame that is closed to it', async () => {
    const ref = await refs('/home');
    const frame = ref('Inset');
    for (const [tool, args] of [
      ['click', { ref: frame }],
      ['click', { text: 'Inset' }],
      ['click', { ref: frame, double: true }],
      ['hover', { ref: frame }],
      ['press_key', { ref: frame, key: 'Enter' }],
      ['drag', { ref: frame, dx: 20, dy: 20 }],
      ['drag', { ref: frame, dx: -150, dy: 0 }],
      ['drag', { ref: ref('Thing'), toRef: frame }],
      ['drag', { ref: ref('Thing'), dx: 250, dy: 40 }],
      ['drag', { ref: ref('Knob'), dx: 150, dy: 40 }],
    ] as const) {
      await agent.call(tool, args).catch(() => {});
    }
    await delay(300);
    expect(pressed).toEqual([]);
  }, 60_000);

  it.each(['/eager', '/patient'])(
    'nor where the page puts the frame under the pointer of a drag, at %s',
    async (path) => {
      for (const name of ['Thing', 'Knob']) {
        const ref = await refs(path);
        await agent.call('drag', { ref: ref(name), dx: 60, dy: 10 }).catch(() => {});
      }
      await delay(300);
      expect(pressed).toEqual([]);
    },
    60_000,
  );

  it('cannot find out a secret by asking for parts of it', async () => {
    const ref = await refs('/secrets');
    const heard: string[] = [];
    for (const name of ['Password', 'PIN']) {
      for (const text of ['hunt', '47', 'none of it']) {
        const selected = await agent.call('select_text', { ref: ref(name), text }).catch((error: unknown) => error);
        heard.push(String(Object(selected).message ?? Object(selected).text).replace(ref(name), name));
      }
    }
    expect(new Set(heard).size).toBe(2);
    expect((await agent.call('find', { text: 'hunter2' })).facts.total).toBe(0);
    expect((await agent.call('wait_for', { text: 'hunter2', waitMs: 0 })).facts.met).toBe(false);
    // What a text area holds does not make it a secret one.
    expect((await agent.call('snapshot')).text).toContain('no password here');
    const renewed = await agent.call('click', { ref: ref('New key') });
    expect(`${renewed.text} ${JSON.stringify(renewed.facts)}`).not.toContain('hunter');
    // The field is full, so it keeps what it has.
    const typed = await Promise.all(
      ['7', '9'].map((text) => agent.call('type', { ref: ref('PIN'), text, append: true })),
    );
    const [one, other] = typed.map(({ text }) => text.replaceAll(/untrusted \d+/g, ''));
    expect(one).toBe(other);
    // The page puts back what it had.
    const restored: unknown[] = [];
    for (const text of ['47-', '48-']) {
      restored.push((await agent.call('type', { ref: ref('Door PIN'), text })).facts.unheld);
    }
    expect(restored).toEqual([[ref('Door PIN')], [ref('Door PIN')]]);
  }, 60_000);

  it('cannot read the clipboard, whatever is in it', async () => {
    const ref = await refs('/secrets');
    for (const key of ['a', 'c']) await agent.call('press_key', { ref: ref('Source'), key, modifiers: ['Control'] });
    const note = ref('Note');
    for (const [key, modifiers] of [
      ['v', ['Control']],
      ['V', ['Control', 'Shift']],
      ['v', ['Meta']],
      ['Insert', ['Shift']],
      ['Paste', []],
    ] as const) {
      await agent.call('press_key', { ref: note, key, modifiers });
    }
    await agent.call('click', { ref: note, button: 'middle' });
    // A page can keep the focus in a field while something else is clicked.
    await agent.call('evaluate', { expression: "document.querySelector('[name=note]').focus()" });
    await agent.call('click', { ref: ref('Pad'), button: 'middle' });
    const held = await agent.call('evaluate', { expression: "document.querySelector('[name=note]').value" });
    expect(held.facts.value).toBe('""');
  }, 60_000);

  it('types at most the keys under way where the page leaves for another site meanwhile', async () => {
    for (let n = 0; n < 5; n += 1) {
      pressed.length = 0;
      const ref = await refs('/leaving');
      await agent.call('type', { ref: ref('Note'), text: 'private words '.repeat(14), submit: true }).catch(() => {});
      await delay(300);
      expect(pressed.length).toBeLessThanOrEqual(8);
    }
    pressed.length = 0;
  }, 60_000);

  it('cannot hold up everybody by a long pattern', async () => {
    await agent.call('navigate', { url: `${origin()}/home?${'a'.repeat(2000)}` }).catch(() => {});
    const url = `${'a*'.repeat(400)}b`;
    expect((await agent.call('wait_for', { url, waitMs: 200 }, 10_000)).facts.met).toBe(false);
  });

  it('sees no response, header or body of a closed site, in no form', async () => {
    await refs('/calling');
    await agent.call('network_requests');
    for (let n = 0; n < 2; n += 1) await agent.call('click', { text: 'Call' });
    await eventually('the last request is complete', async () => {
      const { text } = await agent.call('network_requests', { filter: '/mine' });
      return text.match(/ 200 \d+ ms/g)?.length === 2;
    });
    const seen: string[] = [];
    const { facts } = await agent.call('network_requests');
    const listed = Array.isArray(facts.requests) ? facts.requests.filter(isRecord) : [];
    for (const { ref } of listed) {
      for (const part of [undefined, 'headers', 'body', 'response'])
        seen.push(
          JSON.stringify(await agent.call('network_requests', { ref, ...(part === undefined ? {} : { part }) })),
        );
    }
    const har = await agent.call('network_requests', { har: true });
    seen.push(har.file.toString(), JSON.stringify(facts));
    const all = seen.join('\n');
    // It was asked for, which the page itself knows.
    expect(listed.filter(({ url }) => String(url).endsWith('/balance')).length).toBeGreaterThanOrEqual(2);
    expect(all).toContain('it came from a site that you may not read');
    expect(all).not.toMatch(/planted \/(balance|own)|own-affairs/);
    // Of its own site there is all that the browser gives.
    expect(all).toContain('"planted /mine"');
    expect(all.includes('at\\":\\"planted /mine')).toBe(engine === 'chromium');
  }, 60_000);

  it('gets no file that the user downloaded, nor one of a closed site', async () => {
    await person.browseTo(`${origin()}/secrets`);
    await refs('/saving');
    const save = (id: string) => agent.call('downloads', { action: 'save', id });
    const own = (await person.pages.list()).find(({ url }) => url.startsWith(`${origin()}/secrets`));
    onLater = () => {
      onLater = () => {};
      // A page that becomes a download is no page, which automation may call a failure.
      void own?.goTo(`${origin()}/users.csv`).catch(() => {});
    };
    const { facts } = await agent.call('click', { text: 'Wait' });
    expect(JSON.stringify(facts.downloads)).toContain('users');
    expect((await agent.call('downloads', { action: 'list' })).facts.downloads).toEqual([]);
    for (const id of ['d1', '1', '2', '0']) await expect(save(id)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    await agent.call('click', { text: 'Near' });
    await agent.call('click', { text: 'Far' });
    const { downloads } = (await agent.call('downloads', { action: 'list' })).facts;
    const idOf = (url: string) => {
      const found = Array.isArray(downloads) ? downloads.find((download) => Object(download).url === url) : undefined;
      return String(Object(found).id);
    };
    expect(downloads).toHaveLength(2);
    const far = save(idOf(`${otherOrigin()}/`));
    await expect(far).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED', data: { site: otherOrigin() } });
    expect((await save(idOf(`${origin()}/mine.csv`))).text).toContain('mine');
  }, 120_000);
});
