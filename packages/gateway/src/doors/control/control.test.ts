// One connection of the command line, against a script that sends commands in a loop.
import { limits } from '@sallyport/protocol';
import { expect, it, vi } from 'vitest';
import type { LineStream } from '../line-stream.ts';
import { serveControl } from './control.ts';

it('as many commands as may be open are run, and one more is refused until one has ended', async () => {
  const sent: object[] = [];
  let receive: (message: unknown) => void = () => {};
  const stream: LineStream = {
    onMessage: (listener) => {
      receive = listener;
    },
    send: (message) => void sent.push(message),
    end: () => {},
    destroy: () => {},
    closed: new Promise(() => {}),
  };
  const ends: (() => void)[] = [];
  const wait = () => new Promise<Record<string, never>>((resolve) => ends.push(() => resolve({})));
  serveControl(stream, { wait }, (fault) => expect.unreachable(String(fault)));
  const ask = (id: number) => receive({ jsonrpc: '2.0', id, method: 'wait' });
  for (let id = 1; id <= limits.door.openRequests; id += 1) ask(id);
  expect(ends).toHaveLength(limits.door.openRequests);
  ask(-1);
  await vi.waitFor(() => expect(sent).toMatchObject([{ id: -1, error: { data: { code: 'ERR_RATE_LIMITED' } } }]));
  ends[0]?.();
  await vi.waitFor(() => expect(sent).toMatchObject([{ id: -1 }, { id: 1, result: {} }]));
  ask(-2);
  expect(ends).toHaveLength(limits.door.openRequests + 1);
});
