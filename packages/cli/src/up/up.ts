// What `sallyport up` does, in order: gateway, browser, first call, then a status line until Ctrl+C.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensurePrivateFolder, locateFolders, openRunDirectory } from '@sallyport/native-host/run-directory';
import { limits, PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import type { CommandFrame } from '../context.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';
import { describeHttpProblem, findHttpAddress } from '../gateway/http-address.ts';
import { GATEWAY_BUNDLE, SHIM_BUNDLE } from '../install/wanted.ts';
import type { BrowserProcess } from '../managed-browser/browser-process.ts';
import { findBrowser, searchable } from '../managed-browser/find.ts';
import { openManagedBrowser } from '../managed-browser/open.ts';
import { howToKeep } from '../npx-copy.ts';
import { agentLines } from './agent-lines.ts';
import { prepareBrowserHome } from './browser-home.ts';
import { leaveTab, openExamplePage } from './example-page.ts';
import { addExampleServer } from './example-server.ts';
import { type FirstCall, makeFirstCall } from './first-call.ts';
import { openFirstPage } from './first-page.ts';
import { openGatewayKeeper } from './gateway-keeper.ts';
import { dismissIdleGateway, readStatus } from './gateway-status.ts';
import { openMcpSession } from './mcp-session.ts';
import { openSingleUp } from './single-up.ts';
import { watchUntilInterrupted } from './watch.ts';

export interface UpFlags {
  readonly once?: true;
  readonly browser?: string;
}

/** Closed in reverse order of opening, whatever happens. */
type Closable = { close(): Promise<void> };

const BROWSER_CONNECT_MS = 30_000;
const LOOK_MS = 100;

export async function up(flags: UpFlags, frame: CommandFrame): Promise<void> {
  const { machine, node, bundles, output } = frame;
  const interrupted = abortWhen(frame.untilInterrupted());
  const open: Closable[] = [];
  try {
    const browser = findBrowser(searchable(machine), flags.browser);
    const folders = locateFolders(machine);
    const run = openRunDirectory(folders.run, machine);
    ensurePrivateFolder(folders.data, machine);
    open.push(await openSingleUp(run, machine));
    addExampleServer(frame, folders.data);

    output.line(`Starting the gateway in ${folders.run}…`);
    const gateway = await openGatewayKeeper({
      run,
      command: [node.path, join(bundles, GATEWAY_BUNDLE), '--attached', ...httpArgs(flags)],
      env: machine.env,
      dismiss: () => dismissIdleGateway(frame),
    });
    open.push(gateway);

    output.line(`Opening ${browser.title} with a separate profile…`);
    const options = prepareBrowserHome(frame, browser, folders.data);
    let window = await openManagedBrowser(options);
    open.push({ close: () => window.close() });
    await untilConnected(window, frame, interrupted);

    output.line(
      'Running a first call as an agent would: open a page, read it, click, read it again, take a screenshot…',
    );
    const shim: [string, ...string[]] = [node.path, join(bundles, SHIM_BUNDLE)];
    const example = flags.once ? undefined : await openExamplePage(bundles);
    if (example !== undefined) open.push(example);
    const call = await firstCall(shim, frame, example?.url);
    const picture = join(folders.data, call.mimeType === 'image/png' ? 'first-call.png' : 'first-call.jpg');
    writeFileSync(picture, call.image, { mode: 0o600 });
    report(call, picture, shim, browser.title, flags, frame);
    if (flags.once) return;
    output.line(`${await openHttpDoor(frame)}\n`);
    if (example !== undefined) output.line(exampleLines(example.url));

    await watchUntilInterrupted({
      frame,
      interrupted,
      browserTitle: browser.title,
      window: () => window,
      reopen: async () => {
        window = await openManagedBrowser(options);
      },
    });
  } finally {
    if (!flags.once && interrupted.aborted) output.line('Closing…');
    for (const opened of open.reverse()) await opened.close();
  }
}

/** By argument, so that a restarted gateway opens the HTTP door again; `--once` needs none. */
function httpArgs({ once }: UpFlags): string[] {
  return once ? [] : ['--http', String(limits.door.gatewayPort)];
}

/** Returns a sentence either way: everything else works without HTTP. The config may have opened it at another port. */
async function openHttpDoor(frame: CommandFrame): Promise<string> {
  const request = { port: limits.door.gatewayPort, isOpenToAll: false };
  try {
    const known = await findHttpAddress(frame);
    const open = () => withRunningGateway(frame, (control) => control.request('http.open', request));
    const url = known.state === 'open' ? known.url : (await open())?.url;
    return `Over HTTP: ${url}\n  with a key from "${frame.program} agents add NAME" as bearer token`;
  } catch (thrown) {
    return describeHttpProblem(thrown);
  }
}

function abortWhen(happened: Promise<void>): AbortSignal {
  const controller = new AbortController();
  void happened.then(() => controller.abort());
  return controller.signal;
}

/** Resolves when the gateway has a browser with tools; otherwise throws with the likely cause. */
async function untilConnected(window: BrowserProcess, frame: CommandFrame, interrupted: AbortSignal): Promise<void> {
  const deadline = AbortSignal.any([AbortSignal.timeout(BROWSER_CONNECT_MS), interrupted]);
  let hasExited = false;
  void window.exited.then(() => {
    hasExited = true;
  });
  while (!deadline.aborted) {
    const status = await readStatus(frame);
    if (status?.browsers.some(({ tools }) => tools > 0)) return;
    if (hasExited) {
      throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'The browser exited before it connected.', {
        hint: `Its last output: ${window.stderrTail.trim().split('\n').slice(-3).join(' ') || 'none'}`,
      });
    }
    await delay(LOOK_MS, undefined, { signal: interrupted }).catch(() => {});
  }
  if (interrupted.aborted) throw new SallyportError('ERR_CANCELLED', 'Interrupted.');
  throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'The browser is open, but its extension did not connect.', {
    hint: 'Run "sallyport logs host" to see whether the browser started the native host.',
  });
}

/** Leaves the example page in a tab for the user; nothing fails without it. */
async function firstCall(
  shim: readonly [string, ...string[]],
  { machine, now }: CommandFrame,
  exampleUrl: string | undefined,
): Promise<FirstCall> {
  const open: Closable[] = [];
  try {
    const page = await openFirstPage();
    open.push(page);
    const session = await openMcpSession(shim, { env: machine.env, version: PRODUCT_VERSION });
    open.push(session);
    const call = await makeFirstCall(session, page.url, now);
    if (exampleUrl !== undefined) await leaveTab(session, exampleUrl).catch(() => {});
    return call;
  } finally {
    for (const opened of open.reverse()) await opened.close();
  }
}

function exampleLines(url: string): string {
  return `A page that uses your tools: ${url}\n  It is open in a tab. Let it ask: Sallyport button, "Web pages".\n`;
}

function report(
  call: FirstCall,
  picture: string,
  shim: readonly string[],
  browser: string,
  flags: UpFlags,
  { output, machine, program, bundles }: CommandFrame,
): void {
  const { SALLYPORT_HOME: home } = machine.env;
  const lines = agentLines({ command: shim, env: home === undefined ? {} : { SALLYPORT_HOME: home } });
  const text = describe(call, picture, lines, program);
  const toKeep = howToKeep(bundles);
  if (toKeep !== undefined) output.note(toKeep);
  if (!flags.once) output.line(text);
  else output.result({ ok: true, browser, picture, steps: call.steps, connect: lines }, () => text);
}

function describe(call: FirstCall, picture: string, lines: ReturnType<typeof agentLines>, program: string): string {
  const width = Math.max(...lines.map(({ client }) => client.length));
  return [
    '',
    'What the agent saw after its click:',
    ...call.snapshot.split('\n').map((line) => `  │ ${line}`),
    '',
    `Steps: ${call.steps.map(({ name, ms }) => `${name} ${ms} ms`).join(', ')}`,
    `Screenshot: ${picture}`,
    '',
    `Connect an agent: "${program} install --only agents", or by hand:`,
    ...lines.flatMap(({ client, line, into }) => [
      `  ${client.padEnd(width)}  ${line}`,
      ...(into === undefined ? [] : [`${' '.repeat(width + 4)}in ${into}`]),
    ]),
    'The agent can use this browser while it is open, and a notebook as an example of',
    'an MCP server (notes__add, notes__list).',
    '',
  ].join('\n');
}
