// The doctor's checks of every part between an agent and a page, in order.
import type { CommandContext } from '../context.ts';
import { findHttpAddress } from '../gateway/http-address.ts';
import { clientPortsFrom } from '../install/clients/from-frame.ts';
import { type Check, sound } from './check.ts';
import { checkClients } from './client-checks.ts';
import { checkProcesses, lookAtGateway } from './gateway-checks.ts';
import type { Probes } from './probes.ts';
import { checkRemotes } from './remote-checks.ts';
import {
  checkAgents,
  checkBrowserSetUp,
  checkBundles,
  checkConfig,
  checkNode,
  checkRunDirectory,
  checkStops,
  fromThrown,
} from './set-up-checks.ts';

/** Runs all checks, also after a broken one: later parts may have problems of their own. */
export async function runChecks(context: CommandContext, probes: Probes): Promise<readonly Check[]> {
  const files = await inOrder([
    ['Node', () => checkNode(context)],
    ['bundles', () => checkBundles(context)],
    ['config.json', () => checkConfig(context)],
    ['agents.json', () => checkAgents(context)],
    ['stopped agents', () => checkStops(context)],
    ['browser set-up', () => checkBrowserSetUp(context)],
    ['run directory', () => checkRunDirectory(context)],
  ]);
  // Nothing below can be found without it.
  if (files.some(({ code }) => code === 'run-directory-unsafe')) return files;
  const first = await lookAtGateway(context, probes);
  const mayPing = first.state !== 'hung' && first.check.state !== 'waiting';
  const clients = await inOrder([['clients', () => checkClients(clientPortsFrom(context), probes, mayPing)]]);
  // A client's ping starts a gateway.
  const hasPinged = clients.some(({ state }) => state === 'sound');
  const gateway = first.state === 'absent' && hasPinged ? await lookAtGateway(context, probes) : first;
  const processes = await inOrder([
    ['processes', () => checkProcesses(context, gateway.status, probes)],
    ['remote hosts', () => (mayPing ? checkRemotes(context, gateway.status) : [])],
  ]);
  return [...files, ...clients, gateway.check, ...processes, ...(await checkHttp(context, gateway.state === 'hung'))];
}

type Run = () => Promise<Check | readonly Check[]> | Check | readonly Check[];

async function inOrder(checks: readonly (readonly [string, Run])[]): Promise<Check[]> {
  const done: Check[] = [];
  for (const [name, run] of checks) {
    try {
      done.push(...[await run()].flat());
    } catch (thrown) {
      done.push(fromThrown(name, 'check-failed', thrown));
    }
  }
  return done;
}

/** Only agents that use HTTP need the port, so a taken one alone is not a finding. */
async function checkHttp(context: CommandContext, isHung: boolean): Promise<Check[]> {
  const name = 'HTTP';
  if (isHung) return [];
  const address = await findHttpAddress(context);
  if (address.state === 'open') return [sound(name, address.url)];
  if (address.state === 'closed') return [];
  const detail = `another program listens on ${address.port}; "sallyport serve --port N" serves at another`;
  return [{ name, state: 'idle', code: 'http-port-taken', detail }];
}
