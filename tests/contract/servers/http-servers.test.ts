// Servers at an address, over Streamable HTTP and over the older HTTP with SSE, behind the real gateway.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { errorFactsOf } from '../../support/error-facts.ts';
import { freePort } from '../../support/free-port.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { openHttpUpstream } from '../../support/http-upstream.ts';
import { writeConfig } from '../../support/upstreams.ts';
import { verifies } from '../../support/verifies.ts';

const echo = (name: string) => ({ name: `${name}__echo`, arguments: { message: 'far' } });
const echoed = { content: [{ type: 'text', text: 'Echo: far' }] };

it(verifies(
  'both forms are called, found out where the entry does not say',
  'S4-transport-http',
  'S4-transport-sse',
), async () => {
  const [http, sse] = await Promise.all([openHttpUpstream('streamableHttp'), openHttpUpstream('sse')]);
  const world = openGatewayWorld();
  writeConfig(world.home, {
    http: { type: 'http', url: http.url },
    sse: { type: 'sse', url: sse.url },
    any: { url: sse.url },
    nobody: { url: `http://127.0.0.1:${await freePort()}/mcp` },
  });
  const { client } = await world.openAgent('modern');
  for (const name of ['http', 'sse', 'any']) await expect(client.callTool(echo(name))).resolves.toMatchObject(echoed);
  const nobody = await client.callTool(echo('nobody'));
  expect(errorFactsOf(nobody)).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'not_run' } });
  expect(JSON.stringify(nobody.content)).toContain('ECONNREFUSED');
}, 20_000);

it('a server that forgot our session is greeted again, and the call runs once', async () => {
  const http = await openHttpUpstream('streamableHttp');
  const world = openGatewayWorld();
  writeConfig(world.home, { http: { type: 'http', url: http.url } });
  const { client } = await world.openAgent('legacy');
  await expect(client.callTool(echo('http'))).resolves.toMatchObject(echoed);
  await http.stop();
  await http.start();
  await expect(client.callTool(echo('http'))).resolves.toMatchObject(echoed);
}, 20_000);

it('headers reach the server with their references resolved, and appear nowhere else', async () => {
  const heard: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers.authorization);
    response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const world = openGatewayWorld();
  world.env.FAR_TOKEN = 'a-planted-secret';
  const headers = { Authorization: 'Bearer $' + '{env:FAR_TOKEN}' };
  writeConfig(world.home, { far: { type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers } });
  const { client } = await world.openAgent('legacy');
  const refused = await client.callTool(echo('far'));
  expect(errorFactsOf(refused)).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
  expect(JSON.stringify(refused)).toContain('HTTP 401');
  expect(heard).toContain('Bearer a-planted-secret');
  expect(world.everything()).not.toContain('a-planted-secret');
});
