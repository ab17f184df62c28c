// The tools that the fake host offers: enough to see identity, progress, cancellation, failure and size cross the chain.
import { SallyportError, type ToolDeclaration } from '@sallyport/protocol';
import type { Answer, HostCall } from './fake-host.ts';

const noInput = { type: 'object', properties: {}, additionalProperties: false };

export const fakeTools: readonly ToolDeclaration[] = [
  {
    name: 'echo',
    title: 'Echo',
    description: 'Says what it is told.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    outputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    effect: 'read',
  },
  { name: 'whoami', description: 'Says whom the call is for.', inputSchema: noInput, effect: 'read' },
  { name: 'work', description: 'Works and is done.', inputSchema: noInput, effect: 'act' },
  { name: 'hang', description: 'Ends only when it is cancelled.', inputSchema: noInput, effect: 'act' },
  { name: 'big', description: 'Returns several megabytes.', inputSchema: noInput, effect: 'read' },
];

export const answerFakeTools: Answer = async (call) => {
  switch (call.tool) {
    case 'echo':
      return echo(call);
    case 'whoami':
      return said(JSON.stringify(call.agent));
    case 'work':
      return said('done');
    case 'hang':
      return new Promise((_, reject) => call.signal.addEventListener('abort', () => reject(call.signal.reason)));
    case 'big':
      return said('ü'.repeat(3_000_000));
    default:
      throw new SallyportError('ERR_TOOL_NOT_FOUND', 'There is no tool of this name.');
  }
};

/** Unknown fields and a content type of the future: both must come out as they went in. */
function echo({ args }: HostCall): unknown {
  const { text } = args;
  if (typeof text !== 'string') {
    throw new SallyportError('ERR_INPUT_INVALID', 'echo: text: must be a string', { hint: 'It takes: text.' });
  }
  return { ...said(text), structuredContent: { text }, futureField: { kept: true }, _meta: { 'example.org/mark': 7 } };
}

function said(text: string): { content: { type: string; text: string }[] } {
  return { content: [{ type: 'text', text }] };
}
