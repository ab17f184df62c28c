// The gateway's question whether an agent may use a tool of one of the user's servers. The gateway stores the answer, so a
// question without a waiting call is withdrawn.
import { isRecord, SallyportError } from '@sallyport/protocol';
import type { Method } from '../../base/call.ts';
import { plainText } from '../../base/plain-text.ts';
import type { Question } from './question.ts';
import type { Questions } from './questions.ts';

export interface ToolQuestionsOptions {
  readonly questions: Questions;
  /** False in a managed profile, where nobody may be watching. */
  readonly hasUser: () => boolean;
}

const TOOL_CHARS = 120;

/** Answers `{allow: 'once' | 'always' | 'no'}`. */
export function askAboutTools({ questions, hasUser }: ToolQuestionsOptions): Method {
  const waiting = new Map<string, number>();
  return async (params, { agent, signal, leftMs }) => {
    if (!hasUser()) {
      throw new SallyportError('ERR_TOOL_NOT_FOUND', 'Nobody can answer questions in this profile.');
    }
    const tool = isRecord(params) && typeof params.tool === 'string' ? plainText(params.tool, TOOL_CHARS) : '';
    if (tool === '') throw new SallyportError('ERR_INPUT_INVALID', 'tool must be a string.');
    const key = JSON.stringify([agent.session, tool]);
    waiting.set(key, (waiting.get(key) ?? 0) + 1);
    try {
      const question = { kind: 'tool', agent, tool } as const;
      const { decision, lasting } = await questions.ask(question, { signal, waitMs: leftMs() });
      return { allow: decision === 'deny' ? 'no' : lasting };
    } finally {
      const left = (waiting.get(key) ?? 1) - 1;
      if (left > 0) waiting.set(key, left);
      else {
        waiting.delete(key);
        const isThis = (other: Question) => other.kind === 'tool' && other.tool === tool;
        questions.withdraw((other) => isThis(other) && other.agent.session === agent.session, cancelled());
      }
    }
  };
}

function cancelled(): SallyportError {
  return new SallyportError('ERR_CANCELLED', 'The call that asked has ended.');
}
