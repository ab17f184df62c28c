// SECURITY.md, "a sandboxed program": what a program that cannot read our folders can do at the sockets it reaches.
import { expect, it } from 'vitest';
import { browserCommands } from '../../../packages/native-host/src/commands.ts';
import { startHost } from '../../support/host-process.ts';
import { framedClient, lineClient } from '../../support/raw-client.ts';

it("the older clients' path runs none of the commands that want a token, in lines or in frames", async () => {
  const host = await startHost();
  const framed = await framedClient(host.seedPath);
  for (const command of browserCommands) {
    const lines = await lineClient(host.seedPath);
    expect(await lines.ask({ command, url: 'https://example.com' })).toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    for (const call of [
      { method: 'command', params: { command, url: 'https://example.com' } },
      { id: 7, method: 'command', params: { command } },
    ]) {
      expect(await framed.ask(call)).toMatchObject({ error: { code: 'ERR_PERMISSION_DENIED' } });
    }
  }
  // The framed client's own vocabulary goes on.
  framed.send({ method: 'execute_tool', params: { tool: 'navigate' } });
  expect(await host.next('tool_request')).toMatchObject({ method: 'execute_tool' });
  expect(host.received.waiting.filter(({ type }) => type === 'tool_request')).toEqual([]);
});

it('a framed client that presents the token may use those commands', async () => {
  const host = await startHost();
  const client = await framedClient(host.seedPath);
  const hello = { type: 'hello', role: 'client', wire: [1, 1], version: '0', capabilities: ['ids'] };
  expect(await client.ask({ ...hello, token: host.token() })).toMatchObject({ type: 'hello' });
  client.send({ method: 'command', params: { command: 'getTabs' } });
  expect(await host.next('tool_request')).toMatchObject({ method: 'command', params: { command: 'getTabs' } });
});
