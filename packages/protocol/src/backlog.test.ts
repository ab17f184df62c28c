// The backlog against a plain model: whatever is pushed and taken, the bytes come out in order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

describe('the backlog', () => {
  it('hands out the bytes in order, whatever the pieces and the portions', () => {
    const step = fc.oneof(
      fc.record({ push: fc.uint8Array({ maxLength: 40 }) }),
      fc.record({ push: fc.uint8Array({ minLength: 1020, maxLength: 1030 }) }),
      fc.record({ take: fc.nat(1100) }),
      fc.constant('number' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const backlog = new Backlog();
        let model: number[] = [];
        for (const entry of steps) {
          if (entry === 'number') {
            if (model.length < 4) continue;
            const bytes = new Uint8Array(model.slice(0, 4));
            expect(backlog.takeUint32()).toBe(new DataView(bytes.buffer).getUint32(0, true));
            model = model.slice(4);
          } else if ('push' in entry) {
            backlog.push(entry.push);
            model = [...model, ...entry.push];
          } else if (entry.take > 0 && entry.take <= model.length) {
            expect([...backlog.take(entry.take)]).toEqual(model.slice(0, entry.take));
            model = model.slice(entry.take);
          }
          expect(backlog.byteLength).toBe(model.length);
        }
      }),
    );
  });

  it('hands out a view where the bytes lie in one piece', () => {
    const backlog = new Backlog();
    const piece = new Uint8Array([1, 2, 3, 4]);
    backlog.push(piece);
    expect(backlog.take(3).buffer).toBe(piece.buffer);
    expect(backlog.take(1).buffer).toBe(piece.buffer);
    expect(backlog.copiedBytes).toBe(0);
  });

  it('refuses to hand out more than it has', () => {
    const backlog = new Backlog();
    backlog.push(new Uint8Array(3));
    expect(() => backlog.take(4)).toThrow(RangeError);
    expect(() => backlog.takeUint32()).toThrow(RangeError);
    backlog.clear();
    expect(() => backlog.take(1)).toThrow(RangeError);
  });
});
