// A host that was installed for another extension is closed to ours: the browser itself keeps them apart.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { buildProbe } from './probe-extension/build.ts';
import { ProbeStage } from './probe-stage.ts';

const strangers = { chromium: 'abcdefghijklmnopabcdefghijklmnop', firefox: 'stranger@example.org' } as const;

it.each(['chromium', 'firefox'] as const)(
  verifies(
    '%s does not start the host for an extension that the manifest does not name',
    'S1-manifest-other-extension',
  ),
  async (engine) => {
    const reports = createServer();
    const reported = new Promise<string>((resolve) => {
      reports.once('request', (request, response) => {
        resolve(text(request));
        response.end();
      });
    });
    await once(reports.listen(0, '127.0.0.1'), 'listening');
    // A server that listens on a port always has this form of address.
    const url = `http://127.0.0.1:${(reports.address() as AddressInfo).port}/`;
    const stage = await ProbeStage.open(engine, (_, folder) => buildProbe(engine, folder, url));
    try {
      await stage.install(strangers[engine]);
      await stage.openBrowser();
      expect(await reported).toMatch(/forbidden|not found|No such native application|permission/i);
      expect(stage.hostRecords).toEqual([]);
    } finally {
      reports.closeAllConnections();
      reports.close();
      await stage.close();
    }
  },
);
