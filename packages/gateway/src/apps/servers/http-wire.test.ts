import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { revisions } from '@sallyport/mcp-door';
import { SallyportError } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { openConnection } from './connection.ts';
import { httpWire } from './http-wire.ts';

interface Posted {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** A server of the new revision, as small as one can be; `answer` says what a tool does with the open response. */
async function openServer(answer: (tool: string, reply: (result: object) => void, response: ServerResponse) => void) {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    read(request)
      .then(({ id, method, params }) => {
        posted.push({ method, headers: request.headers });
        const reply = (result: object) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } }));
        };
        if (method === 'server/discover') reply({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } });
        else if (method === 'tools/call') answer(params.name, reply, response);
        else response.writeHead(404).end();
      })
      .catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const connection = await openConnection(
    {
      openWire: httpWire({
        kind: 'http',
        url: `http://127.0.0.1:${port}/mcp`,
        headers: { 'x-own': 'yes' },
        messageMaxBytes: 100_000,
      }),
      revisions,
      asksBack: false,
      onAsksBack: () => {},
      onToolsChanged: () => {},
      onNotification: () => {},
    },
    AbortSignal.timeout(5000),
  );
  onTestFinished(() => connection.close());
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { connection, posted, close };
}

async function read(request: IncomingMessage) {
  let text = '';
  for await (const piece of request) text += piece;
  return JSON.parse(text);
}

const live = () => ({ signal: new AbortController().signal });

it('a server of the new revision is called with its headers, and no session', async () => {
  const { connection, posted } = await openServer((_, reply) => reply({ content: [], future: 1 }));
  expect(connection.session).toMatchObject({ revision: { name: 'modern' }, protocolVersion: '2026-07-28' });
  const result = await connection.call('tools/call', { name: 'echo', arguments: {} }, live());
  expect(result).toEqual({ resultType: 'complete', content: [], future: 1 });
  expect(posted.find(({ method }) => method === 'tools/call')?.headers).toMatchObject({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'echo',
    'x-own': 'yes',
  });
});

it('a withdrawn call closes its exchange, and the connection stays', async () => {
  let isBrokenOff = false;
  const { connection } = await openServer((tool, reply, response) => {
    if (tool === 'echo') reply({ content: [] });
    else
      response.once('close', () => {
        isBrokenOff = true;
      });
  });
  const controller = new AbortController();
  const hanging = connection.call('tools/call', { name: 'hang', arguments: {} }, { signal: controller.signal });
  hanging.catch(() => {});
  await connection.call('tools/call', { name: 'echo', arguments: {} }, live());
  controller.abort(new SallyportError('ERR_TOOL_TIMEOUT', 'Too long.'));
  await expect(hanging).rejects.toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
  await eventually('the server saw it', () => isBrokenOff);
  await connection.call('tools/call', { name: 'echo', arguments: {} }, live());
});

it('an answer over the bound fails its call alone', async () => {
  const { connection } = await openServer((tool, reply) =>
    reply({ content: [{ type: 'text', text: 'x'.repeat(tool === 'big' ? 200_000 : 1) }] }),
  );
  await expect(connection.call('tools/call', { name: 'big', arguments: {} }, live())).rejects.toMatchObject({
    code: 'ERR_FRAME_TOO_LARGE',
  });
  await connection.call('tools/call', { name: 'small', arguments: {} }, live());
});

it('an answer that breaks off leaves the outcome unknown', async () => {
  const { connection } = await openServer((_, __, response) => response.destroy());
  await expect(connection.call('tools/call', { name: 'x', arguments: {} }, live())).rejects.toMatchObject({
    code: 'ERR_SERVER_UNAVAILABLE',
    data: { outcome: 'unknown' },
  });
});

it('a call that nobody was there to take has not run, and the connection is over', async () => {
  const { connection, close } = await openServer((_, reply) => reply({ content: [] }));
  await close();
  await expect(connection.call('tools/call', { name: 'x', arguments: {} }, live())).rejects.toMatchObject({
    code: 'ERR_SERVER_UNAVAILABLE',
    data: { outcome: 'not_run', reached: false },
  });
  expect(await connection.closed).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
});
