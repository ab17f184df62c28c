// Commands of agents in the visible terminal of a real VS Code.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { useEditor } from './editor-world.ts';
import { changeSettings } from './settings.ts';

const editor = useEditor();
const person = () => editor.person;

const answer = (label: string) => editor.person.answerQuestion(label);

async function run(command: string, more: Record<string, unknown> = {}) {
  const called = editor.agent.call('execute_command', { command, ...more });
  await answer('Run');
  return called;
}

describe('execute_command', () => {
  it(
    verifies(
      'asks, runs in a visible terminal, and answers output and exit code',
      'S2-verify-12-command',
      'S2-exec-params',
      'S2-exec-captured',
      'S2-approval-commands',
      'S2-approval-write-only',
      'S2-term-visible',
      'S2-term-integrated',
      'S2-term-exit-code',
    ),
    async () => {
      const good = await run('echo hello; ls notes.txt');
      expect(good.structured).toEqual({
        exit_code: 0,
        output: 'hello\nnotes.txt\n',
        cwd: realpathSync(editor.workspace),
        output_captured: true,
      });
      await editor.person.page.locator('.terminal-wrapper.active').first().waitFor();
      await editor.person.takePicture('command-in-terminal');
      expect(
        await editor.person.page
          .locator('.terminal-tabs-entry, .single-terminal-tab', { hasText: 'Sallyport' })
          .count(),
      ).toBeGreaterThan(0);
      const icon = '.terminal-tabs-entry .codicon-shield, .single-terminal-tab .codicon-shield';
      await eventually('a terminal with our icon', async () => (await editor.person.page.locator(icon).count()) > 0);
      const bad = await run('ls no-such-file');
      expect(bad.structured).toMatchObject({ exit_code: 2, output_captured: true });
      editor.write('sub/x.txt', '');
      const elsewhere = await run('pwd', { cwd: 'sub' });
      expect(elsewhere.structured).toMatchObject({
        exit_code: 0,
        output: `${join(realpathSync(editor.workspace), 'sub')}\n`,
      });
    },
  );

  it(verifies('runs what the user made of it', 'S2-approval-commands'), async () => {
    const called = editor.agent.call('execute_command', { command: 'echo before' });
    await answer('Edit…');
    await editor.person.press('Control+a');
    await editor.person.answerInput('Edit the command', 'echo after');
    expect((await called).structured).toMatchObject({ output: 'after\n', edited_command: 'echo after' });
  });

  it('remembers an answer for exactly that much', async () => {
    const first = editor.agent.call('execute_command', { command: 'wc -l notes.txt' });
    await answer('Run and always allow…');
    await editor.person.choose('always allow "wc …" until this window closes');
    expect((await first).structured).toMatchObject({ exit_code: 0 });
    const again = await editor.agent.call('execute_command', { command: 'wc -c notes.txt' });
    expect(again.structured).toMatchObject({ exit_code: 0 });
    const chained = editor.agent.call('execute_command', { command: 'wc -l notes.txt > out.txt' });
    await answer('Reject');
    expect((await chained).structured).toMatchObject({ status: 'rejected' });
    // Typed into a terminal, Ctrl+U would drop the line before it and Enter would run the one after it.
    const keys = await editor.agent.call('execute_command', { command: "wc -l 'notes.txt\u0015touch slipped.txt\r'" });
    expect(existsSync(join(editor.workspace, 'slipped.txt'))).toBe(false);
    expect(keys).toMatchObject({ isError: true, structured: { code: 'ERR_INPUT_INVALID' } });
  });

  it(verifies('copes with many lines, here documents and exit', 'S2-term-clean'), async () => {
    const script = 'for i in 1 2; do\n  echo "line $i"\ndone\ncat <<EOF\nquoted $((1+1))\nEOF\nexit 7';
    const called = editor.agent.call('execute_command', { command: script });
    await editor.person.seesQuestion();
    const rows = (await editor.person.questionRows.allInnerTexts()).slice(1, 8);
    expect(rows.map((row) => row.trim())).toEqual(
      script.split('\n').map((line, at) => (at < 6 ? `${line}⏎` : line).trim()),
    );
    await editor.person.takePicture('question-about-many-lines');
    await answer('Run');
    const lines = await called;
    // The terminal shows the command, not the name of the script that ran it.
    await editor.person.page.locator('.xterm-rows', { hasText: 'echo "line $i"' }).first().waitFor();
    expect(lines.structured).toMatchObject({ exit_code: 7, output: 'line 1\nline 2\nquoted 2\n' });
    const colours = await run("printf '\\033[31mred\\033[0m 10%%\\r100%%\\n'");
    expect(colours.structured).toMatchObject({ exit_code: 0, output: '100%10%\n' });
  });

  it('bounds what it answers, and keeps the rest to ask for', async () => {
    const many = await run('seq 1 20000');
    expect(many.structured).toMatchObject({ exit_code: 0, truncated: true });
    expect(String(many.structured.output)).toHaveLength(30_000);
    expect(String(many.structured.output).endsWith('19999\n20000\n')).toBe(true);
    const job_id = many.structured.job_id;
    // As it came from the terminal, or without shell integration from a pipe.
    expect(readFileSync(String(many.structured.output_file), 'utf8')).toMatch(/1\r?\n2\r?\n3\r?\n/);
    const other = await editor.newAgent('other');
    expect((await other.call('get_command_output', {})).structured).toEqual({ jobs: [] });
    const grep = await editor.agent.call('get_command_output', { job_id, grep: '^1234.$', tail: 3 });
    expect(grep.structured.output).toBe('12347\n12348\n12349');
    const start = await editor.agent.call('get_command_output', { job_id, offset: 0 });
    expect(String(start.structured.output).startsWith('1\n2\n3\n')).toBe(true);
  });

  it(verifies('goes on as a job, beside other commands, and can be ended', 'S2-term-reuse'), async () => {
    const slow = await run('echo started; sleep 300; echo never', { timeout_ms: 1500 });
    expect(slow.structured).toMatchObject({ exit_code: null, running: true, output_captured: true });
    const { job_id } = slow.structured;
    const beside = await run('echo beside $(tty)');
    expect(beside.structured).toMatchObject({ exit_code: 0, output: expect.stringMatching(/^beside \/dev\/\S+\n$/) });
    // The same terminal, once it is free.
    expect((await run('echo beside $(tty)')).structured).toEqual(beside.structured);
    expect((await editor.agent.call('get_command_output', { job_id })).structured).toMatchObject({
      running: true,
      output: 'started\n',
    });
    const killed = editor.agent.call('kill_command', { job_id });
    expect((await killed).structured).toMatchObject({ running: false, exit_code: 130 });
    const stubborn = await run("trap '' INT; sleep 300", { background: true });
    const ended = editor.agent.call('kill_command', { job_id: stubborn.structured.job_id });
    const after = await run('echo reused');
    expect(after.structured).toMatchObject({ exit_code: 0, output: 'reused\n' });
    expect((await ended).structured).toMatchObject({ running: false });
  });
});

describe('a prompt of a running command', () => {
  it('gets the line that an agent types into it once the user agreed', async () => {
    const asking = await run('read -r -p "Name? " name; echo "Hello, $name."', { background: true });
    const { job_id } = asking.structured;
    const output = async () => (await editor.agent.call('get_command_output', { job_id })).structured;
    await eventually('the agent sees the prompt', async () => String((await output()).output).includes('Name?'));
    const sent = editor.agent.call('send_to_terminal', { job_id, text: 'Sally' });
    await person().seesQuestion();
    expect((await person().questionRows.allInnerTexts()).join(' ')).toContain('Sally');
    await answer('Type');
    expect((await sent).structured).toMatchObject({ status: 'accepted' });
    const ended = await eventually('the command has its answer', async () => {
      const structured = await output();
      return structured.running === false ? structured : undefined;
    });
    expect(ended.output).toContain('Hello, Sally.');
  });
});

describe('the approval mode', () => {
  it(verifies('never asks nothing, and the status bar says so', 'S2-approval-never'), async () => {
    await changeSettings({ 'sallyport.approvalMode': 'never' });
    await person().statusItem('(never asks)').waitFor();
    const ran = await editor.agent.call('execute_command', { command: 'echo free' });
    expect(ran.structured).toMatchObject({ exit_code: 0, output: 'free\n' });
    const written = await editor.agent.call('write_file', { path: 'free.txt', content: 'free\n' });
    expect(written.structured).toMatchObject({ status: 'accepted', operation: 'created' });
    expect(editor.read('free.txt')).toBe('free\n');
  });
});
