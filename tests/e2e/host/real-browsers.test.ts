// Real Chromium and real Firefox start our native host through an installed manifest and talk with socket clients.
import { existsSync, readdirSync } from 'node:fs';
import { CHROMIUM_EXTENSION_ID, FIREFOX_EXTENSION_ID, PRODUCT_VERSION } from '@sallyport/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserProcess } from '../../../packages/cli/src/managed-browser/browser-process.ts';
import { eventually } from '../../support/eventually.ts';
import { processesNaming } from '../../support/left-behind.ts';
import { openFramedClient, openLineClient, type SocketClient } from '../../support/socket-client.ts';
import { verifies } from '../../support/verifies.ts';
import { ProbeStage, type StartedHost } from './probe-stage.ts';

const extensionIds = { chromium: CHROMIUM_EXTENSION_ID, firefox: FIREFOX_EXTENSION_ID } as const;

describe.each(['chromium', 'firefox'] as const)('a real %s', (engine) => {
  let stage: ProbeStage;
  let browser: BrowserProcess;
  let host: StartedHost;
  let framed: SocketClient;
  let lines: SocketClient;

  beforeAll(async () => {
    stage = await ProbeStage.open(engine);
    await stage.install();
    browser = await stage.openBrowser();
    host = await stage.startedHost(browser);
    [framed, lines] = await Promise.all([openFramedClient(host), openLineClient(host)]);
  });

  afterAll(async () => {
    framed?.close();
    lines?.close();
    await stage?.close();
  });

  it(verifies('starts the host for our extension id', 'S3-start-on-connect', 'S3-extension-id'), async () => {
    const { result } = await framed.request({ method: 'probe_identity', params: {} });
    expect(result).toEqual({ extensionId: extensionIds[engine] });
  });

  it(verifies('gets a pong for its ping', 'S0-ping-pong', 'S3-stdin-to-stdout'), async () => {
    const params = { ask: 'ping', reply: 'pong' };
    const { result } = await framed.request({ method: 'probe_ask_host', params });
    expect(result).toEqual({ type: 'pong', timestamp: expect.any(Number) });
  });

  it(verifies('gets the version of the host for its get_status', 'S0-get-status'), async () => {
    const params = { ask: 'get_status', reply: 'status_response' };
    const { result } = await framed.request({ method: 'probe_ask_host', params });
    expect(result).toEqual({ type: 'status_response', native_host_version: PRODUCT_VERSION });
  });

  it(verifies('sends a reply of 5 MB to a framed client', 'S0-bridge-both-ways'), async () => {
    const length = 5_000_000;
    const { result } = await framed.request({ method: 'probe_reply', params: { length } });
    expect(result).toEqual({ text: 'x'.repeat(length) });
  });

  it(
    verifies('takes a request of 3 MB, in chunks, from a client that speaks lines', 'S1-request-forwarded'),
    async () => {
      const expression = `${'é'.repeat(1_500_000)}the end.`;
      const answer = await lines.request({ command: 'evaluate', expression });
      expect(answer).toMatchObject({ success: true, command: 'evaluate', length: 1_500_008, end: 'the end.' });
      // 131,072 units a chunk.
      expect(answer.chunkCount).toBe(12);
    },
  );

  it('touches nothing in the home of the user', () => {
    expect(readdirSync(stage.userHome)).toEqual([]);
  });

  it(verifies('takes the host along when it is killed', 'S3-end-on-eof', 'S3-browser-managed'), async () => {
    // Its first process alone: the host must end by itself, and a killed host could not remove its record.
    process.kill(browser.pid, 'SIGKILL');
    await Promise.all([framed.closed, lines.closed]);
    await eventually('the record and the socket of the host are gone', () => {
      return !existsSync(host.recordFile) && !existsSync(host.socket);
    });
    await eventually('the host is gone', () => !processesNaming(stage.folder).some(({ pid }) => pid === host.pid));
  });

  it('has no manifest any more after the uninstallation', () => {
    expect(existsSync(stage.manifestFile)).toBe(true);
    stage.uninstall();
    expect(existsSync(stage.manifestFile)).toBe(false);
  });
});
