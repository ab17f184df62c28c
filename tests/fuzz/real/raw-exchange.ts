// Sends bytes to a port and collects the answer, as a client that closes its half afterwards.
import { connect } from 'node:net';

/** An event stream stays open; its first events are enough. */
const STREAM_MS = 30;
const GIVE_UP_MS = 5000;

/** What came until the other side closed, or an event stream began. */
export function exchange(port: number, pieces: readonly Buffer[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, GIVE_UP_MS);
    socket.setEncoding('latin1');
    socket.on('error', end).on('close', end);
    socket.on('data', (text: string) => {
      answer += text;
      if (/^content-type: text\/event-stream/im.test(answer)) setTimeout(end, STREAM_MS);
    });
    for (const piece of pieces) socket.write(piece);
    socket.end();
  });
}
