import { expect, it } from 'vitest';
import { startLineOf } from './windows-command.ts';

it('is the command itself where systems start scripts, and for programs on Windows', () => {
  expect(startLineOf('npx', ['a b'], 'linux')).toEqual({ command: 'npx', args: ['a b'], isVerbatim: false });
  expect(startLineOf('C:\\node.exe', ['a b'], 'win32')).toMatchObject({ command: 'C:\\node.exe', isVerbatim: false });
});

/** What a shell leaves of a text whose signs are escaped: one caret less each time. */
const unescaped = (text: string) => text.replaceAll(/\^(.)/g, '$1');

it.each(['plain', 'two words', 'say "hi"', 'ends with \\', 'a\\"b', '%PATH%', 'a & del *', '^caret^', ''])(
  'keeps the argument %j whole through the shell',
  (arg) => {
    const { command, args, isVerbatim } = startLineOf('npx', [arg], 'win32');
    expect([command, isVerbatim, ...args.slice(0, 3)]).toEqual(['cmd.exe', true, '/d', '/s', '/c']);
    const line = args[3]?.slice(1, -1) ?? '';
    const [program, ...rest] = line.split(' ');
    expect(program).toBe('npx');
    const escaped = rest.join(' ');
    // No sign of the shell stands bare, the first time and the second.
    expect(escaped.replaceAll(/\^./g, '')).not.toMatch(/[&|<>%"]/);
    expect(unescaped(escaped).replaceAll(/\^./g, '')).not.toMatch(/[&|<>%"]/);
    const seen = unescaped(unescaped(escaped));
    const inside = seen
      .slice(1, -1)
      .replaceAll(/(\\*)\\"/g, (_, slashes: string) => `${slashes.slice(0, slashes.length / 2)}"`);
    expect(inside.replace(/(\\*)$/, (slashes) => slashes.slice(0, slashes.length / 2))).toBe(arg);
  },
);
