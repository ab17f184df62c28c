// SECURITY.md, "a page at the HTTP door": a page that lives on at the door's own origin, left by a program that had the port before.
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { doorToken, openDoorWorld } from '../../support/http-door.ts';
import { BrowserStage } from '../browser/stage.ts';

const worker = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (new URL(event.request.url).pathname !== '/left-behind') return;
    event.respondWith(new Response('<title>Left</title><p>Left behind', { headers: { 'content-type': 'text/html' } }));
  });`;
const page = `<!doctype html><title>Dev</title><script>
  navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => { document.title = 'Ready' });
</script>`;

/** Even with the token, and with the Origin that the door takes for its own. */
const attempt = `fetch('/mcp', {
  method: 'POST',
  headers: { authorization: 'Bearer ${doorToken}', 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } }),
}).then((response) => response.status)`;

it.each(['chromium', 'firefox'] as const)('is refused in %s, whatever it sends', async (engine) => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = createServer(({ url }, response) => {
    const isWorker = url === '/worker.js';
    response
      .writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
      .end(isWorker ? worker : page);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stage = await BrowserStage.open(engine);
  onTestFinished(() => stage.close());
  const agent = await stage.agent();
  await agent.call('navigate', { url: `${origin}/` });
  await agent.call('wait_for', { expression: 'document.title === "Ready"' });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));

  const world = await openDoorWorld({ port });
  await agent.call('navigate', { url: `${origin}/left-behind` });
  expect(await agent.value('document.title')).toBe('Left');
  expect(await agent.value(attempt)).toBe(403);
  expect(world.admitted).toEqual([]);
});
