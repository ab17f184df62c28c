// Checks the running processes: the gateway, native hosts, the browser behind them, and MCP servers.
import {
  type AppRecord,
  isHeldDown,
  listRecords,
  locateFolders,
  openRunDirectory,
  probeSocket,
  readGatewayRecord,
} from '@sallyport/native-host/run-directory';
import {
  fromWireError,
  isRecord,
  type JsonObject,
  PRODUCT_VERSION,
  recordsIn,
  SallyportError,
} from '@sallyport/protocol';
import type { CommandContext } from '../context.ts';
import { withRunningGateway } from '../gateway/from-frame.ts';
import { broken, type Check, GIVE_SITE_ACCESS, idle, RESTART, sound } from './check.ts';
import { checkEditors } from './editor-checks.ts';
import { messageOf } from './message-of.ts';
import type { Probes } from './probes.ts';

export interface GatewayFacts {
  readonly state: 'absent' | 'running' | 'hung';
  readonly check: Check;
  /** What it says of itself; only of a running one. */
  readonly status?: JsonObject;
}

const NAME = 'gateway';

export async function lookAtGateway({ machine }: CommandContext, { answerMs }: Probes): Promise<GatewayFacts> {
  const { run, data } = locateFolders(machine);
  const record = readGatewayRecord(openRunDirectory(run, machine));
  try {
    const timeoutMs = answerMs;
    const status =
      record && (await withRunningGateway({ machine }, (control) => control.request('status', {}, { timeoutMs })));
    if (record === undefined || status === undefined) {
      return {
        state: 'absent',
        check: isHeldDown(data) ? heldDown() : idle(NAME, 'not running; it starts when an agent needs it'),
      };
    }
    const check =
      record.version === PRODUCT_VERSION
        ? sound(NAME, `version ${record.version}, process ${record.pid}`)
        : broken(NAME, 'gateway-old', `It is version ${record.version}, but this is ${PRODUCT_VERSION}.`, RESTART);
    return { state: 'running', check, status };
  } catch (thrown) {
    const said = messageOf(thrown);
    const detail = said.includes(`process ${record?.pid}`) ? said : `${said} It is process ${record?.pid}.`;
    return { state: 'hung', check: broken(NAME, 'gateway-hung', detail, 'Run "sallyport stop --force".') };
  }
}

function heldDown(): Check {
  const detail = 'You keep it down; calls of agents are refused.';
  return { name: NAME, state: 'waiting', code: 'gateway-held', detail, fix: 'Run "sallyport resume".' };
}

/** Without a status, checks only that processes answer. */
export async function checkProcesses(
  context: CommandContext,
  status: JsonObject | undefined,
  probes: Probes,
): Promise<Check[]> {
  const run = openRunDirectory(locateFolders(context.machine).run, context.machine);
  const browsers = status && recordsIn(status.browsers);
  return [
    ...(await checkHosts(run.hosts, browsers)),
    ...(browsers?.some(({ tools }) => Number(tools) > 0) ? await checkBrowser(context, browsers, probes) : []),
    ...recordsIn(status?.waiting).map(waitsForAnswer),
    ...(await checkEditors(run.editors, status && recordsIn(status.editors))),
    ...checkServers(recordsIn(status?.servers)),
  ];
}

async function checkHosts(folder: string, linked: readonly JsonObject[] | undefined): Promise<Check[]> {
  const name = 'native host';
  const records = listRecords(folder);
  if (records.length === 0) return [idle(name, 'no browser with the extension is open')];
  return Promise.all(
    records.map(async (record) => {
      const { id, pid, socket } = record;
      if ((await probeSocket(socket)) !== 'alive') {
        return broken(name, 'host-dead', `Process ${pid} does not answer.`, 'Restart the browser.');
      }
      if (linked === undefined) return sound(name, `process ${pid}`);
      return checkLink(
        record,
        linked.find(({ hostId }) => hostId === id),
      );
    }),
  );
}

/** A running host also needs a link to the gateway, and an extension that offers tools. */
function checkLink({ pid, version }: AppRecord, browser: JsonObject | undefined): Check {
  const name = 'browser link';
  if (browser === undefined) {
    const detail = `The gateway is not connected to the native host (process ${pid}).`;
    return broken(name, 'link-missing', detail, RESTART);
  }
  const { name: title, tools, siteAccess } = browser;
  if (version !== PRODUCT_VERSION) {
    const detail = `${title}: its native host is version ${version}, but this is ${PRODUCT_VERSION}.`;
    return broken(name, 'host-old', detail, 'Run "sallyport install", then restart the browser.');
  }
  if (Number(tools) === 0) {
    const fix = 'Reload the Sallyport extension, or restart the browser.';
    return broken(name, 'extension-without-tools', `${title} offers no tools.`, fix);
  }
  if (siteAccess === false) {
    const detail = `${title}: the extension may not access websites, so it opens no page.`;
    return broken(name, 'site-access-missing', detail, GIVE_SITE_ACCESS);
  }
  return sound(name, `${title}, ${tools} tools`);
}

/** A call through all hops that changes nothing and asks nobody: the list of tabs of the command line, which has none. */
async function checkBrowser(
  { machine }: CommandContext,
  browsers: readonly JsonObject[],
  { answerMs }: Probes,
): Promise<Check[]> {
  const name = 'browser ping';
  const titles = browsers.map((browser) => String(browser.name)).join(', ');
  const call = { name: 'browser/tabs', arguments: { action: 'list' } };
  try {
    const end = await withRunningGateway({ machine }, (control) =>
      control.request('tools.call', call, { timeoutMs: answerMs }),
    );
    const error = isRecord(end) && end.ok !== true ? fromWireError(end.error) : undefined;
    // An extension without that tool was reached all the same.
    if (error === undefined || error.code === 'ERR_TOOL_NOT_FOUND') return [sound(name, titles)];
    if (error.reason === 'PAUSED') {
      const fix = 'Resume them in the Sallyport popup of the browser.';
      return [{ name, state: 'waiting', code: 'agents-paused', detail: `You paused all agents in ${titles}.`, fix }];
    }
    return error.code === 'ERR_TOOL_TIMEOUT' ? [frozen(name, titles)] : [sound(name, titles)];
  } catch (thrown) {
    if (thrown instanceof SallyportError && thrown.code === 'ERR_TOOL_TIMEOUT') return [frozen(name, titles)];
    return [broken(name, 'check-failed', messageOf(thrown))];
  }
}

function waitsForAnswer({ agent, tool }: JsonObject): Check {
  return {
    name: 'question',
    state: 'waiting',
    code: 'question-waiting',
    detail: `${agent} waits for your answer to use ${tool}.`,
    fix: 'Answer it in the browser: the Sallyport toolbar button shows it. For VS Code, look at its window.',
  };
}

function frozen(name: string, titles: string): Check {
  const detail = `${titles} does not answer: the browser, its extension or its native host hangs.`;
  return broken(name, 'browser-frozen', detail, 'Restart the browser.');
}

function checkServers(servers: readonly JsonObject[]): Check[] {
  return servers
    .filter(({ state }) => state !== 'disabled')
    .map(({ id, state, tools, problem }) => {
      const name = `server ${id}`;
      if (state === 'signed-out') {
        const fix = `Run "sallyport servers login ${id}".`;
        return broken(name, 'server-signed-out', 'It requires a sign-in.', fix, String(id));
      }
      if (state !== 'failed' && state !== 'crashed') return sound(name, `${state}, ${tools} tools`);
      const fix = `Correct its entry in config.json if that is wrong, then run "sallyport servers restart ${id}".`;
      return broken(name, 'server-failed', String(problem ?? 'It is not running.'), fix, String(id));
    });
}
