import { type Revision, revisions } from '@sallyport/mcp-door';
import { SallyportError } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { handshake } from './handshake.ts';
import { RpcPeer } from './rpc-peer.ts';

const refused = (name: string) => Promise.reject(new SallyportError('ERR_TOOL_FAILED', `${name} is not known.`));
const never = () => new Promise<never>(() => {});
const greeted = (protocolVersion: string) => Promise.resolve({ protocolVersion, capabilities: {}, serverInfo: {} });

/** Three revisions, of which each server answers as it is told to; one more than there are today. */
function meet(...answers: ((name: string) => ReturnType<Revision['server']['greet']>)[]) {
  const asked: string[] = [];
  const withdrawn: string[] = [];
  const candidates = answers.map((answer, index): Revision => {
    const name = ['newest', 'middle', 'oldest'][index] ?? '';
    return {
      ...revisions[0],
      name,
      server: {
        ...revisions[0].server,
        greet: (_, __, signal) => {
          asked.push(name);
          signal.addEventListener('abort', () => withdrawn.push(name));
          return answer(name);
        },
      },
    };
  });
  const peer = new RpcPeer({ onNotification() {}, onRequest: async () => ({}), onClosed() {} });
  const met = handshake(peer, candidates, new AbortController().signal, 20).then(({ revision }) => revision.name);
  return { met, asked, withdrawn, peer };
}

it('a revision that is refused gives way to the next, one at a time', async () => {
  const { met, asked } = meet(refused, greeted, never);
  expect(await met).toBe('middle');
  expect(asked).toEqual(['newest', 'middle']);
});

it('a server that says nothing is asked in all that are left at once, and what it leaves open is withdrawn', async () => {
  const { met, asked, withdrawn } = meet(never, never, greeted);
  expect(await met).toBe('oldest');
  expect(asked).toEqual(['newest', 'middle', 'oldest']);
  expect(withdrawn).toEqual(['newest', 'middle']);
});

it('where all are refused, the refusal of the oldest is told', async () => {
  await expect(meet(refused, refused, refused).met).rejects.toThrow('oldest is not known.');
});

it('one that goes away at a greeting is not asked in another', async () => {
  const { met, asked, peer } = meet(async (name) => {
    await Promise.resolve();
    peer.onClosed(new SallyportError('ERR_SERVER_UNAVAILABLE', 'It ended.'));
    return refused(name);
  }, greeted);
  await expect(met).rejects.toThrow('newest is not known.');
  expect(asked).toEqual(['newest']);
});
