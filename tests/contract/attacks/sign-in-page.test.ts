// SECURITY.md, "a page that answers a sign-in": what whoever reaches the port of a sign-in can do to the gateway.
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { sallyport } from '../../support/command-in-world.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { openGatewayWorld } from '../../support/gateway-world.ts';
import { openSignInServer } from '../../support/sign-in-server.ts';
import { writeConfig } from '../../support/upstreams.ts';

/** Everything the port answers to one request line; undefined while nobody listens. */
function answerTo(port: number, requestLine: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${requestLine}\r\nHost: 127.0.0.1\r\n\r\n`));
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    socket.on('error', () => resolve(undefined)).on('close', () => resolve(heard));
  });
}

it('request targets that are no path are refused, and the sign-in still succeeds', async () => {
  const callbackPort = await freePort();
  const server = await openSignInServer();
  const world = openGatewayWorld();
  writeConfig(world.home, { far: { type: 'http', url: server.url, oauth: { callbackPort } } });
  const { pid } = await world.startGateway();
  let address = '';
  const signingIn = sallyport(world, ['servers', 'login', 'far'], {
    openAddress: (opened: string) => {
      address = opened;
    },
  });
  await eventually('the sign-in has begun', () => address !== '');
  for (const target of ['//', '///', '//evil.example/callback?state=x', 'http://[', '*', '/%', '/\\', 'callback']) {
    expect(await answerTo(callbackPort, `GET ${target} HTTP/1.1`), target).toMatch(/^HTTP\/1\.1 40[04] /);
  }
  await fetch(address);
  expect(await signingIn).toMatchObject({ exitCode: 0 });
  expect(world.record()?.pid).toBe(pid);
}, 30_000);
