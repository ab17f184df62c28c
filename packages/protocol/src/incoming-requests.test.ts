// The serving half: every request has one controller, and its end frees the id.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SallyportError } from './error.ts';
import { IncomingRequests } from './incoming-requests.ts';

const cancelled = new SallyportError('ERR_CANCELLED', 'Withdrawn.');
const gone = new SallyportError('ERR_SERVER_UNAVAILABLE', 'It closed.');

/** A request that runs until it is told to end. */
function request(incoming: IncomingRequests<number>, id: number) {
  let end: (value: string) => void = () => {};
  let signal: AbortSignal | undefined;
  const served = incoming.serve(id, (given) => {
    signal = given;
    return new Promise<string>((resolve) => {
      end = resolve;
    });
  });
  served.catch(() => {});
  return { served, end: (value = 'done') => end(value), signal: () => signal };
}

describe('the serving half of a peer', () => {
  it('aborts exactly the cancelled requests, and all of them at the end', async () => {
    const step = fc.record({ do: fc.constantFrom('serve', 'end', 'cancel'), id: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const incoming = new IncomingRequests<number>();
        const open = new Map<number, ReturnType<typeof request>>();
        for (const entry of steps) {
          const known = open.get(entry.id);
          if (entry.do === 'serve' && known === undefined) open.set(entry.id, request(incoming, entry.id));
          if (entry.do !== 'serve' && known !== undefined) {
            open.delete(entry.id);
            if (entry.do === 'end') known.end();
            else incoming.cancel(entry.id, cancelled);
            if (entry.do === 'end') await known.served;
            expect(known.signal()?.aborted).toBe(entry.do === 'cancel');
          }
          expect(incoming.size).toBe(open.size);
        }
        incoming.close(gone);
        await incoming.whenIdle();
        for (const { signal } of open.values()) expect(signal()?.reason).toBe(gone);
      }),
    );
  });

  it('frees the id of a cancelled request at once, and its late end does not touch the next one', async () => {
    const incoming = new IncomingRequests<number>();
    const first = request(incoming, 1);
    incoming.cancel(1, cancelled);
    expect(incoming.refusalOf(1)).toBeUndefined();
    const second = request(incoming, 1);
    first.end();
    await first.served;
    expect(incoming.size).toBe(1);
    expect(second.signal()?.aborted).toBe(false);
    second.end('second');
    expect(await second.served).toBe('second');
    expect(incoming.size).toBe(0);
  });

  it('refuses an open id, too many requests, and everything after the end', async () => {
    const incoming = new IncomingRequests<number>(2);
    request(incoming, 1);
    request(incoming, 2);
    expect(incoming.refusalOf(1)).toBe('duplicate');
    expect(incoming.refusalOf(3)).toBe('full');
    await expect(incoming.serve(3, async () => 'no')).rejects.toMatchObject({ code: 'ERR_PROTOCOL_ERROR' });
    incoming.close(gone);
    await expect(incoming.serve(4, async () => 'no')).rejects.toBe(gone);
  });

  it('is idle when the last request has ended, also by an error', async () => {
    const incoming = new IncomingRequests<number>();
    await incoming.whenIdle();
    const failing = incoming.serve(1, () => Promise.reject(new Error('failed')));
    await expect(failing).rejects.toThrow('failed');
    await incoming.whenIdle();
    expect(incoming.size).toBe(0);
  });
});
