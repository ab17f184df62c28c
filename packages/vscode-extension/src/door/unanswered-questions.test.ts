// What becomes of a question, and of its call, when the window closes or its agent is gone; over the window's real door.
import { randomUUID } from 'node:crypto';
import { limits, ours } from '@sallyport/protocol';
import type { AnyTool } from '@sallyport/protocol/tool';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { connectClient, doorToken } from '../../../../tests/support/http-door.ts';
import { askWithin } from '../approval/ask-within.ts';
import { AskingCalls } from '../approval/asking-calls.ts';
import { createReadApproval } from '../approval/read-approval.ts';
import { createReadPrompt } from '../approval/read-prompt.ts';
import { windowCloses } from '../closing.ts';
import { WaitingQuestions } from '../questions/waiting-questions.ts';
import type { ToolContext } from '../tools/context.ts';
import { openEditorDoor } from './editor-door.ts';
import { createEditorOffer } from './editor-offer.ts';

const yes = { label: 'Yes', icon: 'check', choose: () => 'yes' };

async function openWindow() {
  const questions = new WaitingQuestions(Date.now);
  const asking = new AskingCalls();
  const ran: string[] = [];
  const askForRead = createReadApproval(createReadPrompt(questions));
  const tool = (name: string, effect: AnyTool<ToolContext>['effect'], run: AnyTool<ToolContext>['call']) => ({
    name,
    description: name,
    inputSchema: { type: 'object' as const },
    effect,
    call: run,
  });
  const asks = tool('ask', 'run', async (_, { askForCommand, signal }) => {
    await askForCommand({ agent: 'tester', command: 'x', cwd: '/', signal, onProgress: () => {} });
    ran.push('x');
    return { facts: {}, parts: [ours('{}')] };
  });
  const runs = tool('run', 'run', async (_, { signal }) => {
    ran.push('y');
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const reads = tool('look', 'read', async () => ({ facts: {}, parts: [ours('{}')] }));
  const door = await openEditorDoor({
    port: 0,
    token: doorToken,
    gatewayToken: () => undefined,
    requiresToken: () => true,
    offerTo: (caller) =>
      createEditorOffer(
        {
          tools: [asks, runs, reads],
          contextFor: ({ signal, left }) =>
            // The tools above use nothing else of it.
            ({
              signal,
              askForCommand: async (question) => {
                const call = { ...question, signal: AbortSignal.any([signal, left]) };
                await askWithin(call, 'it', (over) => questions.ask({ title: 'who', subject: 'what' }, [yes], over));
                return { kind: 'run', command: 'x' };
              },
            }) as Partial<ToolContext> as ToolContext,
          admit: async (call) => {
            if (call.tool !== reads) return;
            const signal = AbortSignal.any([call.signal, call.left]);
            await askForRead({ agent: caller, tool: 'look', about: '', signal });
          },
          asking,
          createId: randomUUID,
          fence: (text) => text,
          now: Date.now,
          onFault: (thrown) => expect.unreachable(String(thrown)),
          onEnd: () => {},
        },
        caller,
      ),
    isAwaited: () => false,
    now: Date.now,
    onFault: (thrown) => expect.unreachable(String(thrown)),
    onSessions: () => {},
    onLost: (callerId) => asking.agentLeft(callerId),
  });
  onTestFinished(() => door.close());
  const connect = (era: 'legacy' | 'modern' = 'legacy') =>
    connectClient(new URL(`http://127.0.0.1:${door.port}/mcp`), era);
  return { door, questions, ran, connect };
}

describe.each(['legacy', 'modern'] as const)('a window that closes, to an agent of the %s era', (era) => {
  it('says of a call that waits for an answer that it has not run', async () => {
    const { door, questions, ran, connect } = await openWindow();
    const { client } = await connect(era);
    const calls = [client.callTool({ name: 'ask' }), client.callTool({ name: 'look' })];
    await eventually('both questions', () => questions.list.length === 2);
    await door.close(windowCloses());
    for (const answer of await Promise.all(calls)) {
      expect(answer).toMatchObject({
        isError: true,
        structuredContent: {
          code: 'ERR_SERVER_UNAVAILABLE',
          error: expect.stringContaining('closed or reloaded'),
          outcome: 'not_run',
        },
      });
    }
    expect([questions.list, ran]).toEqual([[], []]);
  });

  it('says of a command that runs that nobody knows how it ended', async () => {
    const { door, ran, connect } = await openWindow();
    const { client } = await connect(era);
    const called = client.callTool({ name: 'run' });
    await eventually('the command', () => ran.length === 1);
    await door.close(windowCloses());
    expect((await called).structuredContent).toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE', outcome: 'unknown' });
  });
});

describe('an agent whose process ends', () => {
  it(
    'takes its questions with it, also those that wait for their turn, and nobody else’s',
    async () => {
      const { questions, ran, connect } = await openWindow();
      const [gone, other] = [await connect(), await connect()];
      for (const name of ['ask', 'look', 'look']) gone.client.callTool({ name }).catch(() => {});
      const kept = other.client.callTool({ name: 'ask' });
      await eventually('the questions', () => questions.list.length === 3);
      // Without ending its MCP session, as a killed process does.
      await gone.transport.close();
      await eventually('they are withdrawn', () => questions.list.length === 1);
      const [question] = questions.list;
      await eventually('it is answered', async () => {
        await questions.answer(question?.id ?? '', 0);
        return questions.list.length === 0;
      });
      await kept;
      expect(ran).toEqual(['x']);
    },
    2 * limits.editor.reviewPendingMs,
  );
});
