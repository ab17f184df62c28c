import { describe, expect, it } from 'vitest';
import { refIfAny, refIn } from './target-ref.ts';

const context = {
  locate: async (_tabId: number, { text, wants }: { text: string; wants: string }) => `${wants} ${text}`,
};

describe('what an action is about', () => {
  it('is a ref, or a text that is looked up: of anything, or of a field', async () => {
    expect(await refIn('click', { ref: 'e1' }, 7, context)).toBe('e1');
    expect(await refIn('click', { text: 'Save' }, 7, context)).toBe('any Save');
    expect(await refIn('type', { field: 'Email' }, 7, context)).toBe('field Email');
  });

  it('is one of both, and may be missing only where a tool has a default', async () => {
    const wrong = 'click: name the element either by its ref or by its text.';
    await expect(refIn('click', { text: ' ' }, 7, context)).rejects.toThrow(wrong);
    await expect(refIn('click', {}, 7, context)).rejects.toThrow(wrong);
    await expect(refIn('click', { ref: 'e1', text: 'Save' }, 7, context)).rejects.toThrow(wrong);
    expect(await refIfAny('scroll', {}, 7, context)).toBeUndefined();
  });
});
