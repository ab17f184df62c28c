import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '@sallyport/gateway';
import { readMachine } from '@sallyport/native-host/run-directory';
import { expect, it } from 'vitest';
import { openEditorJournal } from '../../packages/vscode-extension/src/journal/editor-journal.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function openTwo() {
  const home = temporaryFolder();
  const machine = { ...readMachine(), env: { SALLYPORT_HOME: home } };
  return { data: join(home, 'data'), one: openEditorJournal(machine), two: openEditorJournal(machine) };
}

const call = (n: number, isDirect: boolean) => ({
  at: new Date(n * 1000).toISOString(),
  callId: `call-${n}`,
  tool: 'read_file',
  caller: { id: `0123456789abcdef-${n}`, name: `agent ${n % 2}`, isDirect },
  durationMs: n,
  ...(n % 7 === 0 ? { code: 'ERR_TOOL_FAILED' } : {}),
});

it('keeps the last thousand of all windows, in two private files that do not grow', () => {
  const { data, one, two } = openTwo();
  for (let n = 0; n < 6000; n += 1) (n % 2 === 0 ? one : two).record(call(n, true));
  const ids = one.list().map(({ callId }) => callId);
  expect(ids).toEqual(Array.from({ length: 1000 }, (_, n) => `call-${5000 + n}`));
  expect(readdirSync(data).sort()).toEqual(['editor-journal.jsonl', 'editor-journal.jsonl.1']);
  for (const name of readdirSync(data)) {
    expect(statSync(join(data, name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(data, name)).size).toBeLessThanOrEqual(512 * 1024);
  }
});

it("shows those that came directly in the gateway's journal, at their time and marked, and the others not twice", () => {
  const { data, one } = openTwo();
  for (const n of [1, 2, 7]) one.record(call(n, n !== 2));
  expect(readJournal(join(data, 'journal.jsonl'))).toEqual([
    expect.objectContaining({ callId: 'call-1', tool: 'editor/read_file', outcome: 'result', direct: true }),
    expect.objectContaining({ callId: 'call-7', outcome: 'tool_error', code: 'ERR_TOOL_FAILED', direct: true }),
  ]);
  expect(one.list()).toHaveLength(3);
  expect(readFileSync(join(data, 'editor-journal.jsonl'), 'utf8')).not.toContain('0123456789abcdef-');
});
