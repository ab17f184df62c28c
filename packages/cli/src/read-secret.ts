// Reads a secret: at a terminal without showing it, else one line of stdin.
import { SallyportError } from '@sallyport/protocol';
import type { CommandContext } from './context.ts';
import { visible } from './visible.ts';

const MAX_CHARS = 10_000;

interface RawTerminal {
  setRawMode(isRaw: boolean): unknown;
}

/** Rejects with ERR_CANCELLED on Ctrl+C, and where nothing is given. */
export async function readSecret(
  { stdin, stderr }: Pick<CommandContext, 'stdin' | 'stderr'>,
  prompt: string,
): Promise<string> {
  const terminal = 'isTTY' in stdin && stdin.isTTY === true ? rawOf(stdin) : undefined;
  if (terminal !== undefined) stderr.write(visible(prompt));
  terminal?.setRawMode(true);
  try {
    const text = await firstLine(stdin);
    if (text === '') throw new SallyportError('ERR_CANCELLED', 'No value was given; nothing was changed.');
    return text;
  } finally {
    terminal?.setRawMode(false);
    if (terminal !== undefined) stderr.write('\n');
  }
}

function rawOf(stdin: NodeJS.ReadableStream): RawTerminal | undefined {
  // A terminal of Node's has it.
  return 'setRawMode' in stdin ? (stdin as NodeJS.ReadableStream & RawTerminal) : undefined;
}

function firstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const end = (settle: () => void) => {
      stdin.removeListener('data', take);
      stdin.removeListener('end', finish);
      stdin.pause();
      settle();
    };
    const finish = () => end(() => resolve(text));
    const take = (bytes: string | Buffer) => {
      for (const char of bytes.toString()) {
        // As a terminal in raw mode sends them: Ctrl+C, Ctrl+D, Enter and Backspace.
        if (char === '\u0003')
          return end(() => reject(new SallyportError('ERR_CANCELLED', 'Cancelled; nothing was changed.')));
        if (char === '\r' || char === '\n' || char === '\u0004') return finish();
        text = char === '\u007f' || char === '\b' ? text.slice(0, -1) : text + char;
        if (text.length > MAX_CHARS)
          return end(() => reject(new SallyportError('ERR_INPUT_INVALID', 'The value is too long.')));
      }
    };
    stdin.on('data', take);
    stdin.once('end', finish);
    stdin.resume();
  });
}
