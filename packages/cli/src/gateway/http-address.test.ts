import { createServer } from 'node:net';
import { readMachine } from '@sallyport/native-host/run-directory';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { describeHttpAddress, findHttpAddress } from './http-address.ts';

it('is not named as ours while another program listens there', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const machine = { ...readMachine(), env: { SALLYPORT_HOME: temporaryFolder() } };
  const taken = await findHttpAddress({ machine }, port);
  expect(taken).toMatchObject({ state: 'taken', port });
  expect(describeHttpAddress(taken)).toContain(`another program listens on ${port}. Run "sallyport serve --port N"`);
  await new Promise((resolve) => other.close(resolve));
  const closed = await findHttpAddress({ machine }, port);
  expect(closed).toEqual({ state: 'closed', url: `http://127.0.0.1:${port}/mcp` });
  expect(describeHttpAddress(closed)).toContain('while "sallyport serve" or "sallyport up" runs');
});
