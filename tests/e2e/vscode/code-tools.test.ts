// What the language servers of a real VS Code tell agents, and changes they make, reviewed.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { useEditor } from './editor-world.ts';

const editor = useEditor();

/** TypeScript looks at what is shown, and takes its time the first time. */
async function useGreeting(): Promise<void> {
  editor.write('use.ts', "import { greet } from './greeting';\n\nconsole.log(greet('you'));\n");
  await editor.agent.call('open_file', { path: 'greeting.ts' });
  await editor.agent.call('open_file', { path: 'use.ts', line: 3 });
  await eventually(
    'TypeScript knows the reference',
    async () => {
      const { structured } = await editor.agent.call('find_references', { path: 'use.ts', line: 3, symbol: 'greet' });
      return Array.isArray(structured.places) && structured.places.length === 3;
    },
    40_000,
  );
}

describe('tools that know code', () => {
  it('find references and definitions, and show symbols', async () => {
    await useGreeting();
    const { agent } = editor;
    const references = await agent.call('find_references', { path: 'greeting.ts', line: 3, symbol: 'greet' });
    expect(references.text.split('\n').sort()).toEqual([
      'greeting.ts:3 | export function greet(name: string): string {',
      "use.ts:1 | import { greet } from './greeting';",
      "use.ts:3 | console.log(greet('you'));",
    ]);
    const definition = await agent.call('go_to_definition', { path: 'use.ts', line: 3, symbol: 'greet' });
    expect(definition.structured.places).toMatchObject([{ path: 'greeting.ts', line: 3 }]);
    const log = await agent.call('go_to_definition', { path: 'use.ts', line: 3, symbol: 'log' });
    expect(log.structured).toMatchObject({ places: [], outside: expect.any(Number) });
    const outline = await agent.call('get_symbols', { path: 'greeting.ts' });
    expect(outline.structured.symbols).toMatchObject([{ name: 'greeting' }, { name: 'greet' }, { name: 'part' }]);
    const found = await agent.call('get_symbols', { query: 'greet' });
    expect(JSON.stringify(found.structured)).toContain('"greeting.ts"');
    const wrong = await agent.call('find_references', { path: 'use.ts', line: 2, symbol: 'greet' });
    expect(wrong).toMatchObject({ isError: true, structured: { code: 'ERR_INPUT_INVALID' } });
  });

  it('rename a symbol after each file was reviewed', async () => {
    await useGreeting();
    const { agent, person } = editor;
    const called = agent.call('rename_symbol', { path: 'greeting.ts', line: 3, symbol: 'greet', new_name: 'welcome' });
    await person.statusItem('2 reviews waiting').waitFor();
    expect(editor.read('use.ts')).toContain('greet(');
    await person.press('Control+Alt+r');
    await person.choose('greeting.ts');
    await person.isInReview('greeting.ts');
    await person.accept();
    await person.statusItem('1 review waiting').waitFor();
    await person.accept();
    const { structured } = await called;
    expect(structured.files).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
    expect([editor.read('use.ts'), editor.read('greeting.ts')]).toEqual([
      expect.stringContaining("welcome('you')"),
      expect.stringContaining('function welcome('),
    ]);
  });

  it('replace in many files, and tell what the user sees', async () => {
    editor.write('a.txt', 'old $1 text\r\n');
    editor.write('sub/b.txt', 'old $1 text\n');
    const { agent, person } = editor;
    const find = 'old \\$(1) text$';
    const called = agent.call('find_and_replace', { path: '.', find, replace: 'new $1', is_regex: true });
    await person.statusItem('2 reviews waiting').waitFor();
    for (const name of ['a.txt', 'b.txt']) await person.seesReview(name);
    await person.accept();
    await person.statusItem('1 review waiting').waitFor();
    await person.reject();
    const { structured } = await called;
    const statuses = (structured.files as { status: string }[]).map(({ status }) => status).sort();
    expect(statuses).toEqual(['accepted', 'rejected']);
    const texts = [editor.read('a.txt'), editor.read('sub/b.txt')];
    expect([
      ['new 1\r\n', 'old $1 text\n'],
      ['old $1 text\r\n', 'new 1\n'],
    ]).toContainEqual(texts);
    const plain = agent.call('find_and_replace', { path: 'notes.txt', find: 'two', replace: '$&' });
    await person.seesReview('notes.txt');
    await person.accept();
    expect((await plain).structured).toMatchObject({ files: [{ status: 'accepted' }] });
    expect(editor.read('notes.txt')).toContain('$&');
    const nowhere = await agent.call('find_and_replace', { path: 'nowhere', find: 'a', replace: 'b' });
    expect(nowhere).toMatchObject({ isError: true, structured: { error: 'File not found' } });
    await person.openFile('notes.txt');
    await person.press('Control+a');
    const state = await eventually('the selection', async () => {
      const seen = await agent.call('get_editor_state', {});
      return seen.structured.selection !== undefined && seen.structured;
    });
    expect(state).toMatchObject({ folders: [editor.workspace], selection: { path: 'notes.txt', start_line: 1 } });
    expect(state.open_files).toContainEqual({ path: 'notes.txt', active: true, unsaved: false });
  });

  it('list and apply fixes', async () => {
    editor.write('fix.ts', 'export class A {\n  go(): void {\n    this.missing = 1;\n  }\n}\n');
    const { agent, person } = editor;
    await agent.call('open_file', { path: 'fix.ts' });
    const title = "Declare property 'missing'";
    await eventually(
      'the fix is offered',
      async () => {
        const { text } = await agent.call('code_actions', { path: 'fix.ts', line: 3 });
        return text.includes(title);
      },
      30_000,
    );
    const called = agent.call('code_actions', { path: 'fix.ts', line: 3, apply: title });
    await person.statusItem('1 review waiting').waitFor();
    await person.accept();
    expect((await called).structured).toMatchObject({ files: [{ status: 'accepted', path: 'fix.ts' }] });
    expect(editor.read('fix.ts')).toContain('missing: number');
  });

  it('read notebooks as their cells', async () => {
    const cells = [
      { cell_type: 'markdown', source: ['# Title\n', 'text'] },
      { cell_type: 'code', source: 'print(1)', outputs: [{ output_type: 'stream', text: ['1\n'] }] },
    ];
    editor.write('book.ipynb', JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    const { body } = await editor.agent.call('read_file', { path: join(editor.workspace, 'book.ipynb') });
    expect(body.split('\n').map((line) => line.replace(/^\d+ \| /, ''))).toEqual([
      '# Cell 1 [markdown]',
      '# Title',
      'text',
      '',
      '# Cell 2 [code]',
      'print(1)',
      '# Output',
      '1',
    ]);
  });
});
