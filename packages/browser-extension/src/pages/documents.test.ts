import { describe, expect, it } from 'vitest';
import { stitch } from './documents.ts';

const slot = (line: number, depth: number) => ({ index: 0, line, depth, ref: 'e1' });

describe('documents of frames', () => {
  it('stand behind the lines of their frames, as deep as these say', () => {
    const outer = 'heading 1 "Top"\niframe "One" e1\nlist\n iframe "Two" e2\ntext End';
    const inserts = [
      { slot: slot(2, 1), text: 'button "A" e3\n text B' },
      { slot: slot(4, 2), text: 'link "C" e4' },
    ];
    expect(stitch(outer, inserts).split('\n')).toEqual([
      'heading 1 "Top"',
      'iframe "One" e1',
      ' button "A" e3',
      '  text B',
      'list',
      ' iframe "Two" e2',
      '  link "C" e4',
      'text End',
    ]);
  });

  it('leave no trace when they are empty', () => {
    expect(stitch('iframe e1', [{ slot: slot(1, 1), text: '' }])).toBe('iframe e1');
  });
});
