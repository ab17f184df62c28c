import { expect, it, onTestFinished } from 'vitest';
import { listenForCallback, render } from './callback.ts';

const ended = { status: 200, text: 'ended' };

async function open(state = 'right') {
  const listener = await listenForCallback({ port: 0, state });
  onTestFinished(() => listener.close(ended));
  const visit = (path: string, init?: RequestInit) => fetch(new URL(path, listener.redirectUri), init);
  return { ...listener, visit };
}

it('only the right state is an answer; the browser sees how it ended, and the port is closed', async () => {
  const { visit, answered, close } = await open();
  expect((await visit('/callback?code=c&state=wrong')).status).toBe(400);
  expect((await visit('/callback?code=c')).status).toBe(400);
  expect((await visit('/elsewhere?state=right')).status).toBe(404);
  expect((await visit('/callback?code=c&state=right', { method: 'POST' })).status).toBe(404);
  const browser = visit('/callback?code=c&state=right');
  expect((await answered).get('code')).toBe('c');
  expect((await visit('/callback?code=d&state=right')).status).toBe(409);
  await close({ status: 200, text: 'You are in.' });
  const page = await browser;
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('You are in.');
  await expect(visit('/callback?state=right')).rejects.toThrow();
});

it('it listens on the loopback alone, and a port that is taken is named', async () => {
  const { redirectUri } = await open();
  const { hostname, port } = new URL(redirectUri);
  expect(hostname).toBe('127.0.0.1');
  await expect(listenForCallback({ port: Number(port), state: 's' })).rejects.toThrow(`Port ${port} of 127.0.0.1`);
});

it('names and messages are text in the page, whatever they hold', () => {
  expect(render('<img src=x onerror="a">&\'')).toContain('&#60;img src=x onerror=&#34;a&#34;&#62;&#38;&#39;');
});
