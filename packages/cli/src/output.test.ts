import { describe, expect, it } from 'vitest';
import { createOutput } from './output.ts';

function sink() {
  const texts: string[] = [];
  return { write: (text: string) => texts.push(text), text: () => texts.join('') };
}

describe('what a command prints', () => {
  it('is text for a person, ended by one newline', () => {
    const [stdout, stderr] = [sink(), sink()];
    const output = createOutput({ stdout, stderr, isJson: false });
    output.line('first');
    output.note('aside');
    output.result({ count: 2 }, ({ count }) => `${count} found`);
    output.result([], () => '');
    expect([stdout.text(), stderr.text()]).toEqual(['first\n2 found\n', 'aside\n']);
  });

  it('is one JSON value for a program, and nothing else on stdout', () => {
    const [stdout, stderr] = [sink(), sink()];
    const output = createOutput({ stdout, stderr, isJson: true });
    output.line('first');
    output.note('aside');
    output.result({ count: 2 }, () => 'never');
    expect([JSON.parse(stdout.text()), stderr.text()]).toEqual([{ count: 2 }, 'aside\n']);
  });
});
