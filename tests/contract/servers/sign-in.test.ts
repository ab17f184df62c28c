// Signing in at a server, as a person does it: through the real command, a browser that comes back, and the real gateway.
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sallyport, sallyportJson } from '../../support/command-in-world.ts';
import { errorFactsOf } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { type GatewayWorld, openGatewayWorld } from '../../support/gateway-world.ts';
import { openSignInServer } from '../../support/sign-in-server.ts';
import { writeConfig } from '../../support/upstreams.ts';

const whoami = { name: 'far__whoami', arguments: {} };
const known = { content: [{ type: 'text', text: 'the user' }] };
const needed = 'The server requires a sign-in: run "sallyport servers login far".';

/** A home with one server that wants a sign-in. */
async function openWorld(entry: object = {}) {
  const server = await openSignInServer();
  const world = openGatewayWorld();
  writeConfig(world.home, { far: { type: 'http', url: server.url, ...entry } });
  return { server, world };
}

/** Signs in, with a browser that follows every redirect; what it showed last is in `pages`. */
function login(world: GatewayWorld, pages: string[] = [], ...flags: string[]) {
  return sallyport(world, ['servers', 'login', 'far', ...flags], { openAddress: browserInto(pages) });
}

function browserInto(pages: string[]) {
  return (address: string) => {
    fetch(address)
      .then((response) => response.text())
      .then((text) => pages.push(text))
      .catch(() => {});
  };
}

const statusOf = async (world: GatewayWorld) => (await sallyportJson(world, 'servers', 'list')).servers[0];
const signedOut = (world: GatewayWorld) =>
  eventually('it is signed out', async () => (await statusOf(world)).state === 'signed-out');

it('a server that wants a sign-in says the command; after it the tools are there and secrets nowhere else', async () => {
  const { server, world } = await openWorld();
  await world.startGateway();
  await signedOut(world);
  expect(await statusOf(world)).toMatchObject({ state: 'signed-out', problem: needed, restarts: 0 });
  expect((await sallyport(world, ['status'])).stdout).toContain(`far, signed-out: ${needed}`);
  expect((await sallyport(world, ['doctor'])).stdout).toContain('Run "sallyport servers login far".');
  const { client } = await world.openAgent('legacy');
  const refused = await client.callTool(whoami);
  expect(errorFactsOf(refused)).toMatchObject({ data: { outcome: 'not_run', signIn: 'needed' } });
  expect(JSON.stringify(refused.content)).toContain('sallyport servers login far');
  // Nobody was registered, and nothing opened, because an agent called.
  expect(server.heard).toEqual([]);

  const pages: string[] = [];
  const signedIn = await login(world, pages);
  expect(signedIn, signedIn.stderr).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/Signed in to far\.\n(.*\n)*far +running +http +2/),
  });
  expect(pages.join()).toContain('You are signed in to far. You can close this tab.');
  await expect(client.callTool(whoami)).resolves.toMatchObject(known);
  expect(server.heard.filter((line) => line.startsWith('POST'))).toEqual([
    'POST /register',
    'POST /token authorization_code',
  ]);

  const path = join(world.home, 'data', 'sign-ins.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(server.secrets).toHaveLength(3);
  const seen = [
    ...[signedIn.stdout, signedIn.stderr, pages.join(), JSON.stringify(await statusOf(world))],
    ...[(await sallyport(world, ['status', '--json'])).stdout, (await sallyport(world, ['journal', '--json'])).stdout],
    world.everything().replace(world.read('data/sign-ins.json'), ''),
  ].join('\n');
  for (const secret of server.secrets) expect(seen).not.toContain(secret);
}, 30_000);

it('two calls with an old token renew it once, and a restart of the gateway keeps the sign-in', async () => {
  const { server, world } = await openWorld();
  await login(world);
  const { client } = await world.openAgent('legacy');
  server.expireAccess();
  const both = await Promise.all([client.callTool(whoami), client.callTool(whoami)]);
  for (const answer of both) expect(answer).toMatchObject(known);
  expect(server.heard.filter((line) => line.endsWith('refresh_token'))).toHaveLength(1);

  await sallyport(world, ['stop']);
  // A call that meets the old one on its way out is answered by nobody.
  await expect.poll(() => client.callTool(whoami), { timeout: 10_000 }).toMatchObject(known);
  expect(server.heard.filter((line) => line.startsWith('POST /token'))).toHaveLength(2);
}, 30_000);

it('a token is renewed before it ends, without a refusal', async () => {
  const { server, world } = await openWorld();
  server.change({ lifetime: 0 });
  await login(world);
  server.change({ lifetime: 3600 });
  const refusals = () => server.presented.filter((token) => token === '').length;
  const before = refusals();
  const { client } = await world.openAgent('legacy');
  await expect(client.callTool(whoami)).resolves.toMatchObject(known);
  expect(server.heard.some((line) => line.endsWith('refresh_token'))).toBe(true);
  expect(refusals()).toBe(before);
}, 30_000);

it('when renewing is refused a person is needed, and the next sign-in registers nobody again', async () => {
  const { server, world } = await openWorld();
  await login(world);
  const { client } = await world.openAgent('legacy');
  await expect(client.callTool(whoami)).resolves.toMatchObject(known);
  server.expireAccess();
  server.refuseRefresh();
  const refused = await client.callTool(whoami);
  expect(errorFactsOf(refused)).toMatchObject({ data: { outcome: 'not_run', signIn: 'needed' } });
  await signedOut(world);
  expect(world.read('data/sign-ins.json')).not.toContain('access-');
  expect(await login(world)).toMatchObject({ exitCode: 0 });
  await expect(client.callTool(whoami)).resolves.toMatchObject(known);
  expect(server.heard.filter((line) => line === 'POST /register')).toHaveLength(1);
}, 30_000);

it('a call that began before the sign-in ended may still end well', async () => {
  const { server, world } = await openWorld();
  await login(world);
  const { client } = await world.openAgent('legacy');
  const waiting = client.callTool({ name: 'far__wait', arguments: {} });
  await eventually('it is under way', () => server.held.length === 1);
  server.expireAccess();
  server.refuseRefresh();
  expect(errorFactsOf(await client.callTool(whoami))).toMatchObject({ data: { signIn: 'needed' } });
  for (const answer of server.held) answer();
  await expect(waiting).resolves.toMatchObject(known);
  await signedOut(world);
}, 30_000);

it('an answer with a wrong state is refused and ends nothing, and Ctrl-C closes the port', async () => {
  const callbackPort = await freePort();
  const { server, world } = await openWorld({ oauth: { callbackPort } });
  server.change({ state: 'guessed' });
  const pages: string[] = [];
  let interrupt = () => {};
  const untilInterrupted = () =>
    new Promise<void>((resolve) => {
      interrupt = resolve;
    });
  const ports = { untilInterrupted, openAddress: browserInto(pages) };
  const running = sallyport(world, ['servers', 'login', 'far'], ports);
  await eventually('the browser was refused', () => pages.length > 0);
  expect(pages.join()).toContain('Refused: this does not belong to the sign-in');
  expect(server.heard).not.toContain('POST /token authorization_code');
  expect(await login(world)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is already in progress') });
  expect(await isOpen(callbackPort)).toBe(true);
  interrupt();
  expect(await running).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('was cancelled') });
  await eventually('the port is closed', async () => !(await isOpen(callbackPort)));
  server.change({ state: undefined });
  expect(await login(world)).toMatchObject({ exitCode: 0 });
}, 30_000);

it('what the authorization server refuses is said in terminal and browser, in its own closed words only', async () => {
  const { server, world } = await openWorld();
  server.change({ error: 'access_denied' });
  const pages: string[] = [];
  const refused = await login(world, pages, '--json');
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('answered "access_denied"') });
  expect(JSON.parse(refused.stdout).error.code).toBe('ERR_SERVER_UNAVAILABLE');
  expect(pages.join()).toContain('You are not signed in to far. The authorization server answered');
  server.change({ error: '<script>alert(1)</script>' });
  await login(world, pages);
  expect(pages.join()).not.toContain('script');
}, 30_000);

it('a server that does not take the token it wanted is shown as it is, and the command fails', async () => {
  const { server, world } = await openWorld();
  server.change({ isContent: false });
  const signedIn = await login(world);
  expect(signedIn).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/far +signed-out/) });
  expect((await statusOf(world)).state).toBe('signed-out');
}, 30_000);

it('a server that names another issuer gets nothing of what was kept', async () => {
  const { server, world } = await openWorld();
  const other = await openSignInServer();
  await login(world);
  const { client } = await world.openAgent('legacy');
  await expect(client.callTool(whoami)).resolves.toMatchObject(known);
  server.change({ issuer: other.origin });
  server.expireAccess();
  expect(errorFactsOf(await client.callTool(whoami))).toMatchObject({ data: { signIn: 'needed' } });
  expect(other.heard.filter((line) => line.startsWith('POST'))).toEqual([]);
  expect(JSON.parse(world.read('data/sign-ins.json')).signIns).toEqual({});
}, 30_000);

it('a sign-out forgets the tokens here and there, and so does taking the server away', async () => {
  const { server, world } = await openWorld();
  await login(world);
  expect(await sallyportJson(world, 'servers', 'logout', 'far')).toEqual({
    signedOut: 'far',
    wasSignedIn: true,
    isRevoked: true,
  });
  expect(server.heard).toContain('POST /revoke');
  await signedOut(world);
  for (const secret of server.secrets) expect(world.everything()).not.toContain(secret);
  expect((await sallyport(world, ['servers', 'logout', 'far'])).stdout).toContain('You were not signed in to far.');

  await login(world);
  await sallyport(world, ['stop']);
  expect(await sallyport(world, ['servers', 'remove', 'far'])).toMatchObject({ exitCode: 0 });
  for (const secret of server.secrets) expect(world.everything()).not.toContain(secret);
}, 30_000);

it('a client that config.json names is used as it is, with its secret from the environment', async () => {
  const { server, world } = await openWorld({
    oauth: { clientId: 'mine', clientSecret: '$' + '{env:FAR_SECRET}', scopes: ['one', 'two'] },
  });
  world.env.FAR_SECRET = 'a-planted-secret';
  let opened = '';
  const openAddress = (address: string) => {
    opened = address;
    fetch(address).catch(() => {});
  };
  expect(await sallyport(world, ['servers', 'login', 'far'], { openAddress })).toMatchObject({ exitCode: 0 });
  expect(Object.fromEntries(new URL(opened).searchParams)).toMatchObject({
    ...{ client_id: 'mine', scope: 'one two', resource: server.url, code_challenge_method: 'S256' },
  });
  expect(server.heard).not.toContain('POST /register');
  expect(world.everything()).not.toContain('a-planted-secret');
}, 30_000);

it('a server of the older HTTP with SSE, and one whose form is not said, want it too', async () => {
  const { server, world } = await openWorld({ type: 'sse' });
  await world.startGateway();
  await signedOut(world);
  writeConfig(world.home, { far: { url: server.url } });
  await eventually('the other form is tried', async () => (await statusOf(world)).transport === 'any');
  await signedOut(world);
  expect(await statusOf(world)).toMatchObject({ problem: needed });
  expect(await login(world)).toMatchObject({ exitCode: 0 });
}, 30_000);

it('there is nothing to sign in at for a program, or for an entry that has a token', async () => {
  const { world, server } = await openWorld({ headers: { Authorization: 'Bearer mine' } });
  expect(await login(world)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('"Authorization" header') });
  const status = await eventually('it was refused', async () => {
    const { problem, state } = await statusOf(world);
    return problem === undefined ? undefined : { problem, state };
  });
  expect(status.problem).toBe('The server refused access (HTTP 401).');
  expect(server.heard).toEqual([]);
  expect(await sallyport(world, ['servers', 'login', 'nobody'])).toMatchObject({ exitCode: 2 });
}, 30_000);

async function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
