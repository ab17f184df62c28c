import { describe, expect, it } from 'vitest';
import { TerminalPool } from './terminal-pool.ts';

function openPool() {
  const closed: number[] = [];
  let count = 0;
  const pool = new TerminalPool<number>({
    open: () => {
      count += 1;
      return count;
    },
    close: (terminal) => closed.push(terminal),
    folderOf: ({ cwd }) => cwd,
  });
  return { pool, closed };
}

describe('terminals of agents', () => {
  it('are used again in their folder, once the command there is over', () => {
    const { pool } = openPool();
    const first = pool.take('/a');
    expect(pool.take('/a').terminal).toBe(2);
    pool.release(first);
    expect([pool.take('/b').terminal, pool.take('/a').terminal]).toEqual([3, 1]);
  });

  it('are not shared while the last output of a command is on its way', () => {
    const { pool } = openPool();
    const first = pool.take('/a');
    pool.mark(1, true);
    pool.mark(1, false);
    const second = pool.take('/a');
    expect(second.terminal).toBe(2);
    pool.release(first);
    expect(pool.take('/a').terminal).toBe(1);
    expect(pool.take('/a').terminal).toBe(3);
  });

  it('are left alone while the user runs something there', () => {
    const { pool } = openPool();
    pool.release(pool.take('/a'));
    pool.mark(1, true);
    expect(pool.take('/a').terminal).toBe(2);
    pool.mark(1, false);
    expect(pool.take('/a').terminal).toBe(1);
    pool.forget(1);
    expect(pool.take('/a').terminal).toBe(3);
  });

  it('do not pile up: idle ones make room, the oldest first, and busy ones are bounded', () => {
    const { pool, closed } = openPool();
    for (let n = 0; n < 12; n += 1) pool.release(pool.take(`/folder-${n}`));
    expect(closed).toEqual([1, 2, 3, 4]);
    for (let n = 0; n < 40; n += 1) pool.take('/busy');
    expect(closed).toHaveLength(12);
    expect(() => pool.take('/busy')).toThrow('40 agent terminals are open and busy');
  });
});
