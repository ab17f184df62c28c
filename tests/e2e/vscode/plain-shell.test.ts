// Commands in a terminal whose shell reports nothing to VS Code: a script captures their output, or nobody can.
import { copyFileSync, existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { useEditor } from './editor-world.ts';
import { changeSettings } from './settings.ts';

const editor = useEditor();

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') || undefined : undefined;
}

const useShell = (path: string) =>
  changeSettings({
    'terminal.integrated.profiles.linux': { plain: { path } },
    'terminal.integrated.defaultProfile.linux': 'plain',
  });

describe('a terminal without shell integration', () => {
  it(
    verifies(
      'gives the answer of fixed form where its shell is not known',
      'S2-verify-16-fallback',
      'S2-exec-not-captured',
      'S2-fail-no-shell-integration',
      'S2-term-send-text',
      'S2-term-wait',
    ),
    async () => {
      const shell = join(editor.home, 'oddshell');
      copyFileSync('/bin/sh', shell);
      await useShell(shell);
      editor.write('plain/x.txt', '');
      const startedAt = Date.now();
      const called = editor.agent.call('execute_command', { command: 'echo $$ > shell.txt', cwd: 'plain' });
      await editor.person.answerQuestion('Run');
      const typed = await called;
      expect(typed.structured).toEqual({
        exit_code: null,
        output: 'Command sent to terminal. Output capture unavailable — shell integration is not active.',
        cwd: join(realpathSync(editor.workspace), 'plain'),
        output_captured: false,
      });
      expect(Date.now() - startedAt).toBeGreaterThan(5000);
      const file = join(editor.workspace, 'plain', 'shell.txt');
      const shells = new Set([await eventually('it ran all the same', () => readIfThere(file))]);
      await changeSettings({ 'sallyport.approvalMode': 'never' });
      // Once nothing runs in it, its terminal is used again, without the wait.
      await eventually(
        'one shell serves twice',
        async () => {
          const sentAt = Date.now();
          await editor.agent.call('execute_command', { command: 'echo $$ > shell.txt', cwd: 'plain' });
          const shell = await eventually('it ran', () => readIfThere(join(editor.workspace, 'plain', 'shell.txt')));
          rmSync(join(editor.workspace, 'plain', 'shell.txt'));
          const isKnown = shells.has(shell) && Date.now() - sentAt < 5000;
          shells.add(shell);
          return isKnown;
        },
        30_000,
      );
    },
  );

  it('gives output and exit code where a script can capture them, and is used again', async () => {
    await useShell('/bin/sh');
    await changeSettings({ 'sallyport.approvalMode': 'never' });
    await editor.person.statusItem('(never asks)').waitFor();
    editor.write('captured/x.txt', '');
    const run = (command: string, more = {}) =>
      editor.agent.call('execute_command', { command, cwd: 'captured', ...more });
    const first = await run('echo out; echo wrong >&2; exit 7');
    expect(first.structured).toMatchObject({ exit_code: 7, output: 'out\nwrong\n', output_captured: true });
    // The terminal shows the command, not only the name of a script.
    await editor.person.page.locator('.xterm-rows', { hasText: 'echo wrong' }).first().waitFor();
    const terminals = editor.person.page.locator('.terminal-tabs-entry');
    const before = await terminals.count();
    const prompt = await run('echo "Name?"; read -r name; echo "Hello, $name."', { background: true });
    const { job_id } = prompt.structured;
    const output = async (job = job_id) => (await editor.agent.call('get_command_output', { job_id: job })).structured;
    await eventually('the prompt', async () => String((await output()).output).includes('Name?'));
    await editor.agent.call('send_to_terminal', { job_id, text: 'Sally' });
    const ended = await eventually('the command has its answer', async () => {
      const structured = await output();
      return structured.running === false ? structured : undefined;
    });
    expect(ended).toMatchObject({ exit_code: 0, output: expect.stringContaining('Hello, Sally.') });
    const sleeping = await run('echo asleep; sleep 300', { background: true });
    await eventually('it runs', async () => (await output(sleeping.structured.job_id)).output === 'asleep\n');
    const killed = editor.agent.call('kill_command', { job_id: sleeping.structured.job_id });
    expect((await killed).structured).toMatchObject({ running: false, exit_code: 130 });
    // All of them in one terminal, whose shell is waited for once.
    expect([before > 0, await terminals.count()]).toEqual([true, before]);
  }, 90_000);
});
