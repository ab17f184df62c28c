// Pages of an allowed site that try to carry an agent's expression to a site that the user denied.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type NamedAgent, NamedAgents } from './named-agents.ts';
import { Person } from './person.ts';
import { BrowserStage } from './stage.ts';

const page = (script: string) => `<!doctype html><title>Trap</title><body><h1>Trap</h1><script>${script}</script>`;

/** What an allowed page does when its own world is asked to evaluate something. */
const traps: Readonly<Record<string, string>> = {
  '/plain': '',
  '/blocked': `window.eval = () => { location.href = bank; throw new EvalError('Content Security Policy') }`,
  '/twice': `const real = window.eval; window.eval = (text) => { real(text); throw new EvalError('Content Security Policy') }`,
};

/** Goes away by itself, some milliseconds after it came: by the server's clock, since Firefox stops those of hidden tabs. */
const leaving = /^\/leaves\/(\d+)$/;
const later = /^\/later\/(\d+)$/;

/** Waits for a body, since it may be the next page's, and leaves a trace at whatever origin it runs in. */
const transfer = `new Promise((done) => { const look = () => document.body ? done() : setTimeout(look, 1); look() })
  .then(() => fetch('/transfer', { method: 'POST' })).then(() => location.origin)`;

const TRIES = 20;

describe.each(['chromium', 'firefox'] as const)('an expression in %s', (engine) => {
  let server: Server;
  let origin: string;
  let bank: string;
  let stage: BrowserStage;
  let agents: NamedAgents;
  let person: Person;
  let agent: NamedAgent;
  /** Whom each transfer came from. */
  const transfers: string[] = [];

  beforeAll(async () => {
    server = createServer(({ method, url = '/', headers }, response) => {
      if (method === 'POST') {
        transfers.push(headers.origin ?? 'nobody');
        response.end('done');
        return;
      }
      if (url === '/away') {
        response.writeHead(302, { location: `${bank}/plain` }).end();
        return;
      }
      const waitMs = later.exec(url)?.[1];
      if (waitMs !== undefined) {
        setTimeout(() => response.end('now'), Number(waitMs));
        return;
      }
      const afterMs = leaving.exec(url)?.[1];
      const leave = `fetch('/later/${afterMs}').then(() => { location.href = bank })`;
      const script = afterMs === undefined ? traps[url] : leave;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(page(`const bank = ${JSON.stringify(`${bank}/plain`)}; ${script ?? ''}`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Only a server on a port has one.
    const { port } = server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    bank = `http://localhost:${port}`;
    stage = await BrowserStage.open(engine, {}, { asksAboutSites: true, isDriven: true });
    agents = await NamedAgents.open(stage.home, stage.host);
    person = await Person.open(engine, stage);
    await person.browseTo(`${bank}/plain`);
    agent = agents.agent('Mallory');
    await answered('Always allow', origin, 'navigate', { url: `${origin}/plain` });
    await expect(answered('Always deny', bank, 'navigate', { url: `${bank}/plain` })).rejects.toThrow('SITE_DENIED');
  });

  afterAll(async () => {
    agents?.close();
    person?.close();
    await stage?.close();
    server?.closeAllConnections();
    server?.close();
  });

  beforeEach(() => {
    transfers.length = 0;
  });

  async function answered(label: string, where: string, tool: string, args: Record<string, unknown>) {
    const call = agent.call(tool, args);
    call.catch(() => {});
    await person.click(`${label}: ${agent.name}, ${where}`, '#asking');
    return call;
  }

  /** How evaluating on each of these pages ended. */
  async function evaluateOn(paths: readonly string[], expression: string): Promise<string[]> {
    const ends: string[] = [];
    for (const path of paths) {
      await agent.call('navigate', { url: `${origin}${path}` }).catch(() => {});
      ends.push(
        await agent.call('evaluate', { expression }).then(
          ({ facts }) => String(facts.value),
          (error: Error) => error.message,
        ),
      );
    }
    return ends;
  }

  it('never runs in the site that a page went to instead of evaluating it', async () => {
    const ends = await evaluateOn(
      Array.from({ length: TRIES }, () => '/blocked'),
      transfer,
    );
    expect(transfers).not.toContain(bank);
    // Past the debugger the page's own eval is not asked.
    if (engine === 'chromium') expect(new Set(ends)).toEqual(new Set([JSON.stringify(origin)]));
    else expect(transfers).toEqual([]);
  });

  it('never runs in the site that a page goes to meanwhile, and says that it did not run', async () => {
    const delays = Array.from({ length: TRIES }, (_, index) => `/leaves/${index * 8}`);
    const ends = await evaluateOn(delays, transfer);
    expect(transfers).not.toContain(bank);
    for (const end of ends)
      expect(end).toMatch(/^"http:\/\/127|did not run|went away while|expression threw|SITE_DENIED/);
  });

  it('that wait_for would evaluate does not run in a denied site either', async () => {
    await agent.call('navigate', { url: `${origin}/away` }).catch(() => {});
    // To act there was denied; nobody has decided whether it may be read.
    await expect(agent.call('wait_for', { expression: transfer }, 3_000)).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_(PERMISSION_DENIED|CONSENT_TIMEOUT)$/),
    });
    expect(transfers).toEqual([]);
  });

  it('runs at most once, whatever the page makes of it', async () => {
    await evaluateOn(['/twice'], transfer);
    await eventually('it ran', () => transfers.length > 0);
    // A second run would have been under way before this answers.
    await agent.call('wait_for', { network: 'idle' });
    expect(transfers).toEqual([origin]);
  });
});
