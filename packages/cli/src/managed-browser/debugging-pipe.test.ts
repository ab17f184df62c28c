// One command over a pipe whose other end the test plays.
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { sendOverPipe } from './debugging-pipe.ts';

function openPipe() {
  const pipe = { commands: new PassThrough(), answers: new PassThrough() };
  const send = (timeoutMs = 5_000) =>
    sendOverPipe(pipe, { method: 'Extensions.loadUnpacked', params: { path: '/ext' }, timeoutMs });
  return { pipe, send };
}

describe('sendOverPipe', () => {
  it('sends JSON that ends with NUL and resolves with the answer, however it is cut', async () => {
    const { pipe, send } = openPipe();
    const sent = send();
    expect(String(pipe.commands.read())).toBe('{"id":1,"method":"Extensions.loadUnpacked","params":{"path":"/ext"}}\0');
    pipe.answers.write('{"method":"Some.event"}\0no json\0{"id":1,"res');
    pipe.answers.write('ult":{"id":"abc"}}\0');
    expect(await sent).toEqual({ id: 'abc' });
  });

  it('rejects with what the browser said', async () => {
    const { pipe, send } = openPipe();
    pipe.answers.write('{"id":1,"error":{"code":-32000,"message":"Manifest file is missing"}}\0');
    await expect(send()).rejects.toMatchObject({
      code: 'ERR_SERVER_UNAVAILABLE',
      message: 'The browser did not run Extensions.loadUnpacked: Manifest file is missing.',
    });
  });

  it('rejects when the browser ends, never stops talking or stays silent', async () => {
    const ended = openPipe();
    ended.pipe.answers.end();
    await expect(ended.send()).rejects.toThrow('it exited');
    const endless = openPipe();
    endless.pipe.answers.write('x'.repeat(1024 * 1024 + 1));
    await expect(endless.send()).rejects.toThrow('its response is too long');
    await expect(openPipe().send(10)).rejects.toThrow('no answer within 10 ms');
  });
});
