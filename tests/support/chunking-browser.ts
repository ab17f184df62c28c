// A browser side that declared ids and chunks: long messages travel in chunks both ways, as our extension sends them.
import { ChunkAssembler, ChunkSender, parseLinkMessage } from '@sallyport/protocol';
import { rawFrame } from './frames.ts';
import type { HostProcess } from './host-process.ts';

export interface ChunkingBrowser {
  /** Any size; goes out in chunks as these are acknowledged. */
  send(message: object): void;
  /** Transfers that are not acknowledged to the end. */
  readonly openTransfers: number;
  /** Chunks that came from the host. */
  readonly chunksReceived: number;
}

/** Says hello for the browser; from then on chunks are put together before anyone sees them. */
export async function chunkingBrowser(host: HostProcess): Promise<ChunkingBrowser> {
  host.send({
    type: 'hello',
    wire: [1, 1],
    version: '0',
    browser: { name: 'Testfox', version: '1' },
    profile: { id: 'p' },
    capabilities: ['ids', 'chunks'],
    tools_hash: '',
  });
  await host.next('hello');
  let chunksReceived = 0;
  const post = (json: string) => host.sendBytes(rawFrame(Buffer.from(json)));
  const sender = new ChunkSender({ post, now: Date.now });
  const assembler = new ChunkAssembler({ post: (ack) => host.send(ack), now: Date.now });
  sender.allowChunks();
  host.received.consume = (message) => {
    const part = message.type === 'chunk' || message.type === 'ack' ? parseLinkMessage(message) : undefined;
    if (part?.type === 'ack') sender.acknowledge(part);
    if (part?.type === 'chunk') {
      chunksReceived += 1;
      const assembled = assembler.receive(part);
      if (assembled.state === 'complete') host.received.push(JSON.parse(assembled.json));
    }
    return part !== undefined;
  };
  return {
    send: (message) => sender.send(message),
    get openTransfers() {
      return sender.openTransfers;
    },
    get chunksReceived() {
      return chunksReceived;
    },
  };
}
