// Commands in a terminal whose shell reports nothing to VS Code, so that no output can be captured.
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
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

describe('a terminal without shell integration', () => {
  it(
    verifies(
      'gives the answer of fixed form',
      'S2-verify-16-fallback',
      'S2-exec-not-captured',
      'S2-fail-no-shell-integration',
      'S2-term-send-text',
      'S2-term-wait',
    ),
    async () => {
      await changeSettings({
        'terminal.integrated.profiles.linux': { plain: { path: '/bin/sh' } },
        'terminal.integrated.defaultProfile.linux': 'plain',
      });
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
});
