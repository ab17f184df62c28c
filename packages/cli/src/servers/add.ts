// sallyport servers add: builds an entry from the command line and validates it.
import { addServers, idOf } from '@sallyport/gateway';
import { type JsonObject, SallyportError } from '@sallyport/protocol';
import type { CommandFrame } from '../context.ts';
import { describeServers, settledServer } from './list.ts';

export interface AddOptions {
  readonly name: string;
  readonly words: readonly string[];
  readonly url?: string;
  readonly type?: string;
  readonly env: readonly string[];
  readonly header: readonly string[];
  readonly cwd?: string;
  readonly force?: boolean;
}

export async function addServer(options: AddOptions, frame: CommandFrame): Promise<void> {
  const { name } = options;
  addServers(frame, { [name]: entryOf(options) }, { mayReplace: options.force === true });
  const server = await settledServer(name, frame);
  const id = idOf(name);
  // The id differs when the name is reserved or has characters that tool names cannot have.
  const called = id === name ? '' : ` as "${id}"`;
  frame.output.result({ added: name, id, server }, () =>
    server === undefined
      ? `The server "${name}" was added${called}; it starts with the gateway.`
      : describeServers([server]),
  );
}

function entryOf({ words, url, type, env, header, cwd }: AddOptions): JsonObject {
  const [command, ...args] = words;
  if (url !== undefined && command === undefined) {
    return { type, url, headers: pairsOf(header, ':', '--header') };
  }
  if (command === undefined || url !== undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', 'A server needs either a command or --url.', {
      hint: 'For example: sallyport servers add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes',
    });
  }
  return { command, args: args.length === 0 ? undefined : args, env: pairsOf(env, '=', '--env'), cwd };
}

/** Undefined when empty, so that the entry has no such field. */
function pairsOf(texts: readonly string[], separator: string, option: string): Record<string, string> | undefined {
  if (texts.length === 0) return undefined;
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(separator);
      if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      // Not repeated here: a mistyped value may be a secret.
      throw new SallyportError('ERR_INPUT_INVALID', `${option} needs a name, "${separator}" and a value.`);
    }),
  );
}
