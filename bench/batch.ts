// A form of eight fields, sent and looked at: ten single calls beside one batch, and beside the single calls of two peers.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, BenchOptions, Report } from './bench.ts';
import { type Counter, openCounter } from './browser/reading.ts';
import { openDevtools, openOurs, openPlaywright, type Subject } from './browser/subjects.ts';
import { interleave, median, type Samples } from './measure.ts';
import { ratio, short } from './table.ts';

const fields = ['Name', 'Street', 'Town', 'Country', 'Phone', 'Company', 'Order number', 'Remark'] as const;
const SEND = 'Send order';
const AIM_RATIO = 0.4;
const rounds = { rounds: 9, warmUpRounds: 1 };

const form = `<!doctype html><title>Order</title><main><h1>Your order</h1><form action="/sent" method="post">
${fields.map((field, at) => `<p><label>${field} <input name="f${at}"></label></p>`).join('\n')}
<button>${SEND}</button></form></main>`;
const sent =
  '<!doctype html><title>Sent</title><main><h1>Thank you</h1><p>Your order is on its way.</p><a href="/">Another order</a></main>';

interface Flow {
  readonly ms: number;
  /** Of all replies together. */
  readonly tokens: number;
  readonly calls: number;
}

type Name = 'ours, one batch' | 'ours, single calls' | 'playwright-mcp' | 'chrome-devtools-mcp';

export const batchBench: Bench = {
  name: 'batch',
  async run(options): Promise<Report> {
    const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
    const subjects: Subject[] = [];
    const server = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(request.url === '/sent' ? sent : form);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port always has this form of address.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      for (const open of [openOurs, openPlaywright, openDevtools]) {
        subjects.push(await open({ ...options, folder }));
        options.onProgress(`${subjects.at(-1)?.name} is up`);
      }
      return reportOf(await measure(subjects, url, options));
    } finally {
      await Promise.all(subjects.map((subject) => subject.close()));
      server.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};

function measure(
  subjects: readonly Subject[],
  url: string,
  { onProgress }: BenchOptions,
): Promise<Samples<Name, Flow>> {
  const tokens = openCounter();
  onProgress('the form');
  const [ours, ...peers] = subjects;
  if (ours === undefined) throw new Error('Ours was not opened.');
  return interleave<Name, Flow>(
    [
      { name: 'ours, one batch', sample: () => batchFlow(ours, url, tokens) },
      { name: 'ours, single calls', sample: () => singleFlow(ours, url, tokens) },
      // Only ours has both ways.
      ...peers.map((peer) => ({ name: peer.name as Name, sample: () => singleFlow(peer, url, tokens) })),
    ],
    rounds,
  );
}

/** Eight fields, the button, and a look at what came of it. The page and its refs are known before. */
async function singleFlow(subject: Subject, url: string, tokens: Counter): Promise<Flow> {
  await subject.navigate(url);
  const { text } = await subject.snapshot();
  const startedAt = performance.now();
  const replies: string[] = [];
  for (const field of fields) {
    replies.push((await subject.type(subject.refOf(text, 'textbox', field), `My ${field}`)).text);
  }
  replies.push((await subject.click(subject.refOf(text, 'button', SEND))).text);
  replies.push((await subject.snapshot()).text);
  return flowOf(startedAt, replies, tokens);
}

async function batchFlow(ours: Subject, url: string, tokens: Counter): Promise<Flow> {
  await ours.navigate(url);
  const { text } = await ours.snapshot();
  const startedAt = performance.now();
  const steps = [
    ...fields.map((field) => ({
      tool: 'type',
      args: { ref: ours.refOf(text, 'textbox', field), text: `My ${field}` },
    })),
    { tool: 'click', args: { ref: ours.refOf(text, 'button', SEND) } },
  ];
  const reply = await ours.call('batch', { steps });
  return flowOf(startedAt, [reply.text], tokens);
}

function flowOf(startedAt: number, replies: readonly string[], tokens: Counter): Flow {
  const ms = performance.now() - startedAt;
  if (!/Thank you/.test(replies.at(-1) ?? '')) throw new Error(`The form was not sent:\n${replies.join('\n')}`);
  return { ms, tokens: replies.reduce((sum, text) => sum + tokens(text), 0), calls: replies.length };
}

function reportOf(samples: Samples<Name, Flow>): Report {
  const names: readonly Name[] = ['ours, one batch', 'ours, single calls', 'playwright-mcp', 'chrome-devtools-mcp'];
  const of = (name: Name, what: keyof Flow) => median(samples(name).map((flow) => flow[what]));
  const part = (what: keyof Flow) => of('ours, one batch', what) / of('ours, single calls', what);
  return {
    title: 'A form in one call, beside single calls',
    tables: [
      {
        caption: 'Medians',
        head: ['', 'calls', 'ms', 'tokens of the replies', 'batch : it, ms', 'tokens'],
        rows: names.map((name) => [
          name,
          String(of(name, 'calls')),
          short(of(name, 'ms')),
          short(of(name, 'tokens')),
          ratio(of('ours, one batch', 'ms') / of(name, 'ms')),
          ratio(of('ours, one batch', 'tokens') / of(name, 'tokens')),
        ]),
      },
    ],
    aims: (['ms', 'tokens'] as const).map((what) => ({
      what: `a batch takes at most ${AIM_RATIO} of the ${what === 'ms' ? 'time' : 'tokens'} of ten single calls`,
      measured: ratio(part(what)),
      holds: part(what) <= AIM_RATIO,
    })),
    notes: [
      'Eight fields, the button that sends them, and a snapshot of the page that follows: ten single calls. The batch has nine steps and ends with a snapshot of its own.',
      'Both ways press the same keys and wait for the same new page, which is two thirds of what a batch takes. What it saves is the way to the agent and back, the wait until a page is quiet, and two of three ways into the page a field.',
      'The time a model takes between two calls is not counted, nor are the tokens by which it repeats the conversation with each call.',
      'Each subject has a headless Chromium of its own; they take turns within every round.',
    ],
  };
}
