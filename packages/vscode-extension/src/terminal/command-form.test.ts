import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { stripTerminal } from './ansi.ts';
import { hasControlCharacters, needsScript, quotePosix, scriptLine, scriptText, shellKindOf } from './command-form.ts';

describe('a command that an interactive shell would not end', () => {
  it.each([
    'echo a\necho b',
    'cat <<EOF',
    'sleep 5 &',
    'sleep 5 & ',
    'echo "open',
    "echo 'open",
    'echo `open',
    '# only a comment',
    'exit 7',
    'make || exit 1',
    'echo "hi!"',
    'echo a \\',
    'echo a\tb',
    `echo ${'x'.repeat(1000)}`,
  ])('%j goes through a script', (command) => {
    expect(needsScript(command)).toBe(true);
  });

  it.each(['ls -l', 'echo "a b" && ls', "grep 'a\"b' x", 'echo a\\"b', 'a && b', 'echo "a\\"b"', 'npm run existing'])(
    '%j is typed as it is',
    (command) => {
      expect(needsScript(command)).toBe(false);
    },
  );

  it('is run by the shell of the terminal', () => {
    expect(scriptLine(shellKindOf('zsh'), 'zsh', '/t/a b.sh')).toBe("zsh '/t/a b.sh'");
    expect(scriptLine(shellKindOf('bash'), 'bash', '/t/a.sh')).toBe("bash '/t/a.sh'");
    expect(scriptLine(shellKindOf('pwsh'), 'pwsh', "/t/it's.ps1")).toBe(
      "pwsh -NoProfile -ExecutionPolicy Bypass -File '/t/it''s.ps1'",
    );
    expect(scriptText('powershell', 'é')).toBe('\uFEFFé\n');
    expect(scriptText('posix', 'é').endsWith('; é\n')).toBe(true);
    expect(scriptLine(shellKindOf('cmd'), 'cmd', 'C:\\t\\a.cmd')).toBe('call "C:\\t\\a.cmd"');
    expect(scriptLine(shellKindOf('fish'), 'fish', '/t/a.sh')).toBeUndefined();
  });

  it('quotes any path so that it is one word', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const quoted = quotePosix(text);
        expect(quoted.slice(1, -1).split("'\\''").join("'")).toBe(text);
        expect(needsScript(`cat ${quoted}`.replaceAll(/[\n!#&<]/g, '')).valueOf()).toBeTypeOf('boolean');
      }),
    );
  });
});

describe('keys that nobody sees', () => {
  it.each([
    'a\u0015b',
    'a\u0003b',
    'a\rb',
    'a\u001b[A',
    'a\u0000',
    'a\u007f',
    'a\u009bA',
    'a\u202eb',
    'a\u2066b',
    'a\u2028b',
  ])('are found in %j', (command) => {
    expect(hasControlCharacters(command)).toBe(true);
  });

  it.each(['ls -l', 'a\nb', 'a\r\nb', 'a\tb', 'git commit -m "é ひ 👩\u200d🚀"'])('are not found in %j', (command) => {
    expect(hasControlCharacters(command)).toBe(false);
  });
});

it('a script shows the command before it runs, which is not part of the output, and line numbers stay right', () => {
  const command = "printf '%s' 'a\\\\b 100%'\nfor i in 1 2; do\n  echo \"it's $i\"\ndone\nfalse_command";
  const file = join(temporaryFolder(), 'x.sh');
  writeFileSync(file, scriptText('posix', command));
  for (const shell of ['sh', 'bash']) {
    const { stdout, stderr } = spawnSync(shell, [file], { encoding: 'utf8' });
    expect(stdout).toContain(`${command}\n`);
    expect(stripTerminal(stdout)).toBe("a\\\\b 100%it's 1\nit's 2\n");
    expect(stderr).toMatch(/(?:line )?5: false_command/);
  }
});
