// Claude Code and Codex edit through the door of a real VS Code, a person decides, and what the client hands to its model is read.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryOfWindow } from '../../e2e/vscode/editor-agent.ts';
import { useEditor } from '../../e2e/vscode/editor-world.ts';
import { fixtures } from '../../e2e/vscode/fixtures.ts';
import { block } from '../../e2e/vscode/search-block.ts';
import { eventually } from '../../support/eventually.ts';
import type { ScriptedCall } from '../clients/model-stub.ts';
import { viewOf } from '../clients/model-view.ts';
import { editingClients } from '../clients/scripted-clients.ts';

const world = useEditor();
const notes = fixtures['notes.txt'] ?? '';
const proposed = notes.replace('two', '2').replace('nine', '9');

interface Edit {
  readonly name: string;
  readonly call: Pick<ScriptedCall, 'tool' | 'args'>;
  /** What the person does with the review that opens. */
  readonly decide?: () => Promise<void>;
  /** Sentences and facts that the model reads. */
  readonly says: readonly string[];
  readonly saysNot?: readonly string[];
  readonly left: string;
}

const write = { tool: 'write_file', args: { path: 'notes.txt', content: proposed } };

const edits: readonly Edit[] = [
  {
    name: 'an edit that the user accepts',
    call: write,
    decide: () => world.person.accept(),
    says: ['accepted', 'notes.txt', 'modified', 'final_content_sha256'],
    saysNot: ['user_edits', 'reverted_hunks'],
    left: proposed,
  },
  {
    name: 'an edit that the user rejects with a note',
    call: write,
    decide: async () => {
      const { person } = world;
      await person.runCommand('Sallyport: Reject Change with a Note to the Agent');
      await person.answerInput('Reject the change to notes.txt', 'Please keep the words.');
    },
    says: ['rejected', 'notes.txt', 'Please keep the words.'],
    saysNot: ['accepted', 'final_content_sha256'],
    left: notes,
  },
  {
    name: 'an edit that the user changes and accepts',
    call: write,
    decide: async () => {
      const { person } = world;
      await person.proposedLine('three').click();
      await person.press('End');
      await person.type(' and more');
      await person.titleButton('Accept Change').click();
    },
    says: ['accepted', 'user_edits', '-three', '+three and more'],
    saysNot: ['reverted_hunks'],
    left: proposed.replace('three', 'three and more'),
  },
  {
    name: 'an edit that the user accepts in part',
    call: write,
    decide: async () => {
      await world.person.revertHunk('9', 'nine');
      await world.person.accept();
    },
    says: ['accepted', 'reverted_hunks', 'user_edits', '-9', '+nine'],
    left: notes.replace('two', '2'),
  },
  {
    name: 'an edit that fits nowhere',
    call: { tool: 'apply_diff', args: { path: 'notes.txt', diff: block('no such line', 'new') } },
    says: ['ERR_TOOL_FAILED', 'Search block not found', 'no such line', 'Read the file again; white space counts.'],
    saysNot: ['accepted', 'status'],
    left: notes,
  },
];

describe.each(Object.entries(editingClients))('%s tells its model of', (_, run) => {
  it.each(edits)('$name', async ({ call, decide, says, saysNot = [], left }) => {
    const { home, workspace, person } = world;
    const editor = await eventually('the entry for agents', () => entryOfWindow(home, workspace));
    const doors = { editor, home: mkdtempSync(join(home, 'client-')) };
    const running = run(({ length }) => (length === 0 ? { server: 'editor', ...call } : undefined), doors);
    if (decide !== undefined) {
      await person.tab('notes.txt ← ').waitFor({ timeout: 60_000 });
      await person.seesReview('notes.txt');
      expect(world.read('notes.txt')).toBe(notes);
      await decide();
    }
    const { results, output } = await running;
    expect(results.length, output.slice(-3_000)).toBe(1);
    const { text } = viewOf(results[0] ?? {});
    for (const words of says) expect(text).toContain(words);
    for (const words of saysNot) expect(text).not.toContain(words);
    // A client's own error in place of ours.
    expect(text).not.toMatch(/-32602|MCP error|output schema/);
    expect(world.read('notes.txt')).toBe(left);
    await person.statusItem(/waiting/).waitFor({ state: 'hidden' });
  });
});
