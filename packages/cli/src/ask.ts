// Asks a yes/no question at a terminal.
import { createInterface } from 'node:readline/promises';
import { SallyportError } from '@sallyport/protocol';
import { visible } from './visible.ts';

export interface Terminal {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
}

export interface AskOptions {
  /** What Enter alone means; yes unless given. */
  readonly isDefaultNo?: boolean;
}

/** Rejects with ERR_CANCELLED on Ctrl+C and at the end of the input: neither is an answer. */
export async function ask({ stdin, stdout }: Terminal, question: string, options: AskOptions = {}): Promise<boolean> {
  const prompt = createInterface({ input: stdin, output: stdout, terminal: true });
  const isDefaultNo = options.isDefaultNo === true;
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      prompt.once('SIGINT', () => reject(cancelled()));
      prompt.once('close', () => reject(cancelled()));
      prompt.question(`${visible(question)} ${isDefaultNo ? '[y/N]' : '[Y/n]'} `).then(resolve, reject);
    });
    const text = answer.trim();
    return text === '' ? !isDefaultNo : /^y(es)?$/i.test(text);
  } catch (thrown) {
    stdout.write('\n');
    throw thrown instanceof SallyportError ? thrown : cancelled();
  } finally {
    prompt.close();
  }
}

function cancelled(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'Cancelled; nothing was changed.');
}
