import { describe, expect, it } from 'vitest';
import { mergedTools } from './merged-tools.ts';

const declare = (description: string, awaitsStep?: boolean) => ({
  name: 'type',
  description,
  inputSchema: {},
  ...(awaitsStep === undefined ? {} : { awaitsStep }),
});

describe('the tools of several browsers', () => {
  it('are one list, in which the newest declaration of a tool wins', () => {
    const merged = mergedTools([[declare('old')], [declare('new'), { name: 'click', inputSchema: {} }]]);
    expect([...merged.keys()]).toEqual(['type', 'click']);
    expect(merged.get('type')?.description).toBe('new');
  });

  it('let a step of a batch wait only if every browser that has the tool can', () => {
    const waits = (...lists: Parameters<typeof mergedTools>[0]) => mergedTools(lists).get('type')?.awaitsStep === true;
    expect(waits([declare('', true)])).toBe(true);
    expect(waits([declare('', true)], [declare('', true)], [])).toBe(true);
    expect(waits([declare('')], [declare('', true)])).toBe(false);
    expect(waits([declare('', true)], [declare('')], [declare('', true)])).toBe(false);
  });
});
