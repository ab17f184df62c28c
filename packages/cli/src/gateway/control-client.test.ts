import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { openControl } from './control-client.ts';

it('names the process of a gateway that accepts and does not answer, and how to end it', async () => {
  const path = join(temporaryFolder(), 'hung.sock');
  const server = createServer(() => {}).listen(path);
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const record = { nonce: 'n', pid: 4711, version: PRODUCT_VERSION, socket: path, token: 't' };
  const control = openControl({ socket: connect(path), record });
  onTestFinished(() => control.close());
  await expect(control.request('status', {}, { timeoutMs: 20 })).rejects.toMatchObject({
    code: 'ERR_TOOL_TIMEOUT',
    message: 'The gateway (process 4711) does not answer.',
    hint: expect.stringContaining('sallyport stop --force'),
  });
});
