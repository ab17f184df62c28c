import { expect, it } from 'vitest';
import { openGuard } from './guard.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'mcp.example.org': ['93.184.216.34'],
  'auth.example.org': ['93.184.216.35'],
  'sly.example.org': ['93.184.216.36', '10.0.0.7'],
  'intranet.example.org': ['192.168.1.4'],
  'zone.example.org': ['fe80::1%eth0'],
};

/** What became of a request, without the net: where it went, or why not. */
async function ask(server: string, target: string): Promise<string> {
  const guard = openGuard({
    server: new URL(server),
    lookup: async (host) => names[host] ?? [],
    fetch: async (input, init) => new Response(`${input} ${init?.redirect} ${init?.signal instanceof AbortSignal}`),
  });
  return guard.fetch(target).then(
    (response) => response.text(),
    (thrown: Error) => thrown.message,
  );
}

const REMOTE = 'https://mcp.example.org/mcp';

it.each([
  [REMOTE, 'https://auth.example.org/token'],
  [REMOTE, 'https://mcp.example.org/.well-known/target-protected-resource'],
  [REMOTE, 'https://[64:ff9b::5db8:d822]/token'],
  [REMOTE, 'https://[2606:2800:220:1::1]/token'],
  [REMOTE, 'https://[2002:5db8:d822::1]/token'],
  ['http://127.0.0.1:8000/mcp', 'http://localhost:9000/token'],
  ['http://localhost:8000/mcp', 'https://auth.example.org/token'],
  ['http://192.168.1.4/mcp', 'http://192.168.1.4/.well-known/target-protected-resource'],
  ['https://intranet.example.org/mcp', 'https://10.0.0.9/token'],
])('%s may send us to %s, which is asked with a deadline and without redirects', async (server, target) => {
  expect(await ask(server, target)).toBe(`${target} manual true`);
});

it.each([
  [REMOTE, 'http://auth.example.org/token', 'does not use https'],
  [REMOTE, 'http://127.0.0.1:8000/token', 'loopback'],
  [REMOTE, 'https://localhost/token', 'loopback'],
  [REMOTE, 'https://0x7f.1/token', 'loopback'],
  [REMOTE, 'https://[::ffff:127.0.0.1]/token', 'loopback'],
  [REMOTE, 'https://10.1.2.3/token', 'private'],
  [REMOTE, 'https://169.254.169.254/latest', 'private'],
  [REMOTE, 'https://[fd00::1]/token', 'private'],
  [REMOTE, 'https://[fec0::1]/token', 'private'],
  [REMOTE, 'https://[64:ff9b::7f00:1]/token', 'loopback'],
  [REMOTE, 'https://[64:ff9b::127.0.0.1]/token', 'loopback'],
  [REMOTE, 'https://[64:ff9b::a9fe:a9fe]/latest', 'private'],
  [REMOTE, 'https://[64:ff9b:1::a00:1]/token', 'private'],
  [REMOTE, 'https://[2002:7f00:1::]/token', 'loopback'],
  [REMOTE, 'https://[2002:c0a8:101::1]/token', 'private'],
  [REMOTE, 'https://[::7f00:1]/token', 'loopback'],
  [REMOTE, 'https://[::]/token', 'private'],
  [REMOTE, 'https://[2001:0:1::1]/token', 'private'],
  [REMOTE, 'https://192.0.0.192/latest', 'private'],
  [REMOTE, 'https://198.18.0.1/token', 'private'],
  [REMOTE, 'https://198.19.255.254/token', 'private'],
  [REMOTE, 'https://intranet.example.org/token', 'private'],
  [REMOTE, 'https://sly.example.org/token', 'private'],
  [REMOTE, 'https://zone.example.org/token', 'private'],
  ['https://intranet.example.org/mcp', 'https://127.0.0.1/token', 'loopback'],
  ['http://192.168.1.4/mcp', 'http://192.168.1.5/token', 'does not use https'],
])('%s may not send us to %s', async (server, target, why) => {
  const said = await ask(server, target);
  expect(said).toContain('The server redirects to');
  expect(said).toContain(why);
});

it.each([
  [REMOTE, 'https://auth.example.org/authorize', true],
  ['http://127.0.0.1:1/mcp', 'http://[::1]:2/authorize', true],
  ['http://mcp.example.org/mcp', 'http://mcp.example.org/authorize', false],
  [REMOTE, 'http://127.0.0.1:8080/delete', false],
  [REMOTE, 'https://intranet.example.org/', false],
  ['http://127.0.0.1:1/mcp', 'file:///etc/passwd', false],
  ['http://127.0.0.1:1/mcp', 'javascript:alert(1)', false],
])('%s may send the browser to %s: %s', async (server, page, isAllowed) => {
  const guard = openGuard({ server: new URL(server), lookup: async (host) => names[host] ?? [] });
  const checked = guard.checkPage(new URL(page)).then(
    () => true,
    () => false,
  );
  expect(await checked).toBe(isAllowed);
});
