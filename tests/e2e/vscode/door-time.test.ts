// What the door in a real VS Code does as time goes by: half an hour passes on the clock of the window's own process.
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { entryOfWindow, windowRecordAt } from './editor-agent.ts';
import { useEditor } from './editor-world.ts';
import { type Clock, holdClock } from './probes.ts';

const editor = useEditor();

/** A door that was opened on the held clock, without anybody inside. */
async function openOnHeldClock(): Promise<Clock> {
  const { person, home, workspace } = editor;
  const clock = await holdClock(home, windowRecordAt(home, entryOfWindow(home, workspace)?.url).pid);
  await person.runCommand('Sallyport: Stop MCP Server');
  await person.statusItem(/Sallyport: off/).waitFor();
  await person.runCommand('Sallyport: Start MCP Server');
  await eventually('the entry for agents', () => entryOfWindow(home, workspace));
  await seesAgents('0 agents are connected');
  return clock;
}

/** As the status bar tells, which asks no session. */
async function seesAgents(text: string): Promise<void> {
  await editor.person.page.locator(`.statusbar-item[aria-label*="${text}"]`).waitFor();
}

async function post(message: object, session?: string): Promise<Response> {
  const { url, headers } = entryOfWindow(editor.home, editor.workspace) ?? { url: '', headers: {} };
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
}

/** As a client that sends its greeting and is never heard of again. */
async function begin(): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  return (await post({ method: 'initialize', params })).headers.get('mcp-session-id') ?? '';
}

const list = { method: 'tools/list' };

describe('a session', () => {
  it(
    verifies(
      'of a client that vanished is ended after 30 minutes, looked for every 5, and every request renews another',
      'S2-session-idle',
      'S2-session-sweep',
      'S2-session-renewed',
      'S2-fail-unclean-disconnect',
    ),
    async () => {
      const clock = await openOnHeldClock();
      await clock.forward(1);
      const [vanished, used] = [await begin(), await begin()];
      for (let minute = 5; minute <= 30; minute += 5) {
        await clock.forward(5);
        expect([minute, (await post(list, used)).status]).toEqual([minute, 200]);
      }
      // After 33 minutes in silence, and between two looks.
      await clock.forward(3);
      await seesAgents('2 agents are connected');
      // The look at minute 35.
      await clock.forward(1);
      await seesAgents('1 agent is connected');
      await editor.person.runCommand('Sallyport: Show Status');
      await editor.person.page.locator('.quick-input-title', { hasText: /, 1 agent$/ }).waitFor();
      expect((await post(list, vanished)).status).toBe(404);
      expect((await post(list, used)).status).toBe(200);
    },
  );

  it(verifies('is never ended while a review of its agent waits', 'S2-session-idle'), async () => {
    const clock = await openOnHeldClock();
    const { person } = editor;
    const agent = await editor.newAgent('patient');
    const answer = agent.call('write_file', { path: 'waiting.txt', content: 'two hours later\n' });
    await person.seesReview('waiting.txt');
    await clock.forward(120);
    await seesAgents('1 agent is connected');
    await person.accept();
    expect((await answer).structured).toMatchObject({ status: 'accepted' });
    expect(editor.read('waiting.txt')).toBe('two hours later\n');
  });
});
