// A tool as its author declares it, as it crosses the wire, and as it meets arguments.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ours } from './reply.ts';
import { declarationOf, defineTool } from './tool.ts';

const click = defineTool({
  name: 'click_element',
  title: 'Click',
  description: 'Clicks an element.',
  input: z.object({ ref: z.string().describe('From a snapshot.'), times: z.number().int().default(1) }),
  output: z.object({ clicked: z.string() }),
  effect: 'act',
  timeoutMs: 5000,
  run: async ({ ref, times }, context: { prefix: string }) => ({
    facts: { clicked: `${context.prefix}${ref}×${times}`, unknown: 1 },
    parts: [ours('Clicked.')],
  }),
});

describe('a tool', () => {
  it('is declared as plain data with JSON schemas', () => {
    const declaration = declarationOf(click);
    expect(JSON.parse(JSON.stringify(declaration))).toEqual(declaration);
    expect(declaration).toMatchObject({
      name: 'click_element',
      effect: 'act',
      timeoutMs: 5000,
      inputSchema: { type: 'object', required: ['ref'], properties: { ref: { description: 'From a snapshot.' } } },
      outputSchema: { type: 'object', required: ['clicked'] },
    });
    expect(declaration).not.toHaveProperty('call');
  });

  it('runs with parsed arguments and their defaults', async () => {
    await expect(click.call({ ref: 'e1' }, { prefix: '#' })).resolves.toEqual({
      facts: { clicked: '#e1×1' },
      parts: [{ kind: 'ours', text: 'Clicked.' }],
    });
  });

  it('refuses arguments that do not fit, and names those that would', async () => {
    const refusal = { code: 'ERR_INPUT_INVALID', hint: 'It takes: ref, times.', data: { expected: ['ref', 'times'] } };
    await expect(click.call({ ref: 'e1', selector: '#a' }, { prefix: '' })).rejects.toMatchObject(refusal);
    await expect(click.call({ ref: 5 }, { prefix: '' })).rejects.toMatchObject(refusal);
    await expect(click.call(undefined, { prefix: '' })).rejects.toMatchObject(refusal);
    await expect(click.call('text', { prefix: '' })).rejects.toMatchObject(refusal);
  });

  it('refuses a length that is no number in the place of a list', async () => {
    const fill = defineTool({
      name: 'fill',
      title: 'Fill',
      description: 'Fills.',
      input: z.object({ fields: z.array(z.string()).min(1).max(9) }),
      effect: 'act',
      run: async () => ({ facts: {}, parts: [ours('Filled.')] }),
    });
    const args: unknown = JSON.parse('{"fields":{"length":{"toString":1}}}');
    await expect(fill.call(args, {})).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID', hint: 'It takes: fields.' });
  });

  it('refuses in few words, however long and many the wrong arguments are', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`x${n}`.repeat(50), n]));
    for (const args of [many, { ref: 'e1', ['x'.repeat(100_000)]: 1 }]) {
      const { message } = await click.call(args, { prefix: '' }).then(
        () => new Error('taken'),
        (thrown: Error) => thrown,
      );
      expect(message).toMatch(/^click_element: .*…/);
      expect(message.length).toBeLessThan(2000);
    }
  });

  it('has a name in snake case', () => {
    const tool = { title: '', description: '', input: z.object({}), output: z.object({}), effect: 'read' } as const;
    expect(() => defineTool({ ...tool, name: 'clickElement', run: async () => ({ facts: {}, parts: [] }) })).toThrow(
      'snake case',
    );
  });
});
