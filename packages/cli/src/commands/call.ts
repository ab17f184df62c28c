// sallyport call: calls one tool: `sallyport call browser/click '{"ref":"e3"}'`.
import { fromWireError, isRecord, type JsonObject, parseJson, recordsIn, SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import type { CommandFrame } from '../context.ts';
import { CALL_MS } from '../gateway/control-client.ts';
import { withGateway } from '../gateway/from-frame.ts';

export function define(command: Command, frame: () => CommandFrame): void {
  command
    .argument('<tool>', 'tool name, as "sallyport tools" lists it')
    .argument('[arguments]', 'arguments of the tool, as a JSON object', '{}')
    .action(async (tool: string, args: string) => runCall(tool, parseArguments(args), frame()));
}

async function runCall(name: string, args: JsonObject, frame: CommandFrame): Promise<void> {
  const { output, setExitCode, ...context } = frame;
  const end = await withGateway(context, (control) =>
    control.request(
      'tools.call',
      { name, arguments: args, cwd: frame.cwd },
      {
        timeoutMs: CALL_MS,
        onNotification: ({ message }) => {
          if (typeof message === 'string') output.note(message);
        },
      },
    ),
  );
  if (end.ok !== true) throw inWordsOf(name, fromWireError(end.error));
  const result = isRecord(end.result) ? end.result : {};
  if (result.isError === true) setExitCode(1);
  output.result({ result, provenance: end.provenance }, () => describe(result));
}

/** The hint for agents refers to tool lists that a person does not have. */
function inWordsOf(name: string, error: SallyportError): SallyportError {
  if (error.code !== 'ERR_TOOL_NOT_FOUND') return error;
  return new SallyportError(error.code, `${error.message} (${name})`, {
    hint: 'Run "sallyport tools" to list all tools.',
  });
}

function parseArguments(text: string): JsonObject {
  const value = parseJson(text);
  if (isRecord(value)) return value;
  throw new SallyportError('ERR_INPUT_INVALID', 'The arguments must be a JSON object.', {
    hint: `For example: sallyport call browser/click '{"ref":"e3"}'`,
  });
}

/** Text as it is, and a description of other content, which a terminal cannot show. */
function describe({ content, structuredContent }: JsonObject): string {
  const parts = recordsIn(content);
  if (parts.length === 0) return JSON.stringify(structuredContent ?? {}, null, 2);
  return parts
    .map(({ type, text, data, mimeType }) => {
      if (type === 'text') return String(text);
      return `[${type} ${mimeType ?? ''} ${typeof data === 'string' ? `${data.length} characters of base64` : ''}]`;
    })
    .join('\n');
}
