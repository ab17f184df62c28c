// A page whose buttons have their effect later, after so many milliseconds: one kind for each way in which pages do so.
import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const effectKinds = ['timer', 'fetch', 'frame', 'transition', 'message', 'worker', 'socket', 'idle'] as const;
const effectDelays = [0, 50, 150, 400] as const;

type EffectKind = (typeof effectKinds)[number];

/** Each effect as its button's name says it, and what it then shows. */
export const effects: readonly { readonly kind: EffectKind; readonly button: string; readonly shows: string }[] =
  effectKinds.flatMap((kind) =>
    effectDelays.map((ms) => ({ kind, button: `${kind} ${ms}`, shows: `${kind} came after ${ms}` })),
  );

/** Where its requests go: `/after/150` answers after that many milliseconds. */
const AFTER = '/after/';

/** Answers a request of the page; false for any other. */
export function answersEffect({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  if (!url.startsWith(AFTER)) return false;
  setTimeout(() => response.end('Now'), Number(url.slice(AFTER.length)));
  return true;
}

const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT_FRAME = 0x81;

/** The page's WebSocket: a message with a number is answered after that many milliseconds. */
export function answersSockets(server: Server): void {
  server.on('upgrade', ({ headers }: IncomingMessage, socket: Duplex) => {
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${WEBSOCKET_GUID}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on('error', () => socket.destroy());
    socket.on('data', (frame: Buffer) => {
      if (frame[0] !== TEXT_FRAME) return void socket.end();
      const mask = frame.subarray(2, 6);
      const text = frame.subarray(6).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
      setTimeout(() => socket.write(Buffer.from([TEXT_FRAME, 3, ...Buffer.from('Now')])), Number(text.toString()));
    });
  });
}

export const effectsPage = `<!doctype html><title>Effects</title><main>
${effects.map(({ button }) => `<button>${button}</button>`).join('\n')}
<button>timers in turn 200</button><button>scheduler 300</button><button>endless 0</button><button>broadcast 30</button><button>unseen 40</button>
<p id="shown"></p></main>
<script>
const [channel, caster, heard, later] = [new MessageChannel(), new BroadcastChannel('b'), new BroadcastChannel('b'), setTimeout];
const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => setTimeout(() => postMessage(0), data)'])));
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket');
/** Steps that ask for each other until the time is over. */
const chain = (ask) => (ms, done) => {
  const end = performance.now() + ms;
  const step = () => (performance.now() < end ? ask(step) : done());
  ask(step);
};
const show = (kind, ms) => { document.getElementById('shown').textContent = kind + ' came after ' + ms; };
const ways = {
  timer: (ms, done) => setTimeout(done, ms),
  fetch: (ms, done) => fetch('${AFTER}' + ms).then((answer) => answer.text()).then(done),
  frame: chain((step) => requestAnimationFrame(step)),
  idle: chain((step) => requestIdleCallback(step)),
  message: chain((step) => { channel.port1.onmessage = step; channel.port2.postMessage(0); }),
  worker: (ms, done) => { worker.onmessage = done; worker.postMessage(ms); },
  socket: (ms, done) => { socket.onmessage = done; socket.send(ms); },
  transition: (ms, done) => {
    const { style } = document.getElementById('shown');
    style.transition = 'translate ' + Math.max(ms, 1) + 'ms';
    style.translate = (style.translate === '20px' ? 10 : 20) + 'px';
    document.getElementById('shown').ontransitionend = done;
  },
  'timers in turn': (ms, done) => setTimeout(() => setTimeout(() => done(), ms / 2), ms / 2),
  scheduler: (ms, done) => {
    channel.port1.onmessage = () => setTimeout(done, ms / 2);
    fetch('${AFTER}' + ms / 2).then((answer) => answer.text()).then(() => channel.port2.postMessage(0));
  },
  broadcast: (ms, done) => { heard.onmessage = () => later(done, ms); caster.postMessage(0); },
  unseen: (ms, done) => later(done, ms),
  endless: (ms, done) => { const step = () => requestAnimationFrame(step); step(); done(); },
};
addEventListener('click', ({ target }) => {
  const [, kind, ms] = /^(.*) (\\d+)$/.exec(target.textContent) ?? [];
  ways[kind]?.(Number(ms), () => show(kind, Number(ms)));
});
</script>`;
