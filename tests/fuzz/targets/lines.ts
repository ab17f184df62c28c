// Newline-delimited JSON: the three splitters of lines, whatever the cuts, and the door that reads an agent's lines.
import { StreamDoor } from '@sallyport/mcp-door';
import { type Decoded, LineDecoder, parseJson, SallyportError } from '@sallyport/protocol';
import { createLineSplitter } from '../../../packages/cli/src/shim/line-splitter.ts';
import { MessageLines } from '../../../packages/gateway/src/apps/servers/message-lines.ts';
import { bytesOf, damaged, mutated, pieces } from '../base/odd.ts';
import type { Random } from '../base/random.ts';
import { fieldOf, must, mustNotFail, Problem, type Target, textsIn } from '../base/target.ts';
import { agentMessages, lineCommands } from './samples.ts';

const caps = [64, 2000, 1_000_000] as const;

export const linesTarget: Target = {
  name: 'lines',
  generate(random) {
    const stream = random.several(1, 6, () => line(random)).join('');
    return {
      maxBytes: random.pick(caps),
      pieces: pieces(random, random.chance(0.2) ? damaged(random, stream) : stream),
    };
  },
  open: async () => ({
    async feed(input) {
      const maxBytes = Number(fieldOf(input, 'maxBytes')) || 1000;
      const parts = textsIn(input, 'pieces').map((piece) => Buffer.from(piece, 'latin1'));
      mustSplitAlike(parts, () => {
        const decoder = new LineDecoder({ maxBytes });
        return (piece) => decoder.push(piece).map(said);
      });
      mustSplitAlike(parts, () => {
        const lines = new MessageLines({ maxBytes });
        return (piece) => lines.push(piece).map((each) => JSON.stringify(each));
      });
      mustSplitAlike(parts, () => {
        // Its cap counts what is held, so what is over it depends on the cuts.
        const splitter = createLineSplitter(Number.POSITIVE_INFINITY);
        return (piece) => (splitter.push(piece) ?? []).map((each) => each.toString('latin1'));
      });
      await readAtDoor(new LineDecoder({ maxBytes: 2 ** 26 }).push(Buffer.concat([...parts, Buffer.from('\n')])));
    },
    close: async () => {},
  }),
};

function line(random: Random): string {
  const sample = random.chance(0.8) ? random.pick(agentMessages) : random.pick(lineCommands);
  const text = bytesOf(mutated(random, sample));
  return `${random.chance(0.1) ? damaged(random, text) : text}${random.pick(['\n', '\n', '\r\n', '\n\n', ''])}`;
}

function mustSplitAlike(parts: readonly Buffer[], open: () => (piece: Buffer) => string[]): void {
  const push = open();
  const cut = parts.flatMap((piece) => push(piece));
  const whole = open()(Buffer.concat(parts));
  // What was dropped is counted as it comes, so only its kind is compared.
  must(cut.join('\n') === whole.join('\n'), () => 'Cut otherwise, the same bytes are other lines.');
}

function said(decoded: Decoded): string {
  if (decoded.ok) return `+${decoded.json}`;
  return decoded.problem === 'too-long' ? '-too long' : `-${decoded.problem} ${decoded.byteLength}`;
}

/** An agent's messages, at a door with a tool that answers at once. */
async function readAtDoor(decoded: readonly Decoded[]): Promise<void> {
  let fault: unknown;
  const door = new StreamDoor({
    offer: {
      about: { name: 'fuzz', title: 'Fuzz', instructions: '' },
      fence: (text) => text,
      listTools: async () => [],
      callTool: async () => ({ ok: false, error: new SallyportError('ERR_TOOL_FAILED', 'It did not work.') }),
      onToolsChanged: () => () => {},
    },
    post: (message) => {
      const json = JSON.stringify(message);
      mustNotFail(json);
      if (parseJson(json) === undefined) throw new Problem('The door answered with what is no JSON.');
    },
    onFault: (thrown) => {
      fault = thrown;
    },
  });
  for (const each of decoded) door.receive(each.ok ? each.message : undefined);
  await Promise.race([door.whenIdle(), new Promise((resolve) => setTimeout(resolve, 20))]);
  await door.close();
  must(fault === undefined, () => `The door failed: ${fault instanceof Error ? fault.stack : ''}`);
}
