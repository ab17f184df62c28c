import { createServer } from 'node:net';
import { readMachine } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { describeHttpAddress, describeHttpProblem, findHttpAddress } from './http-address.ts';

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

it('says the remedy when the door cannot be opened', () => {
  const taken = new SallyportError('ERR_SERVER_UNAVAILABLE', 'Port 1 is in use.', { hint: 'Choose another.' });
  expect(describeHttpProblem(taken)).toBe(
    'HTTP is not available, everything else is. Port 1 is in use. Choose another.',
  );
  expect(describeHttpProblem(new Error('x'))).toContain('The gateway did not answer.');
});
