import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insideName, mcpName } from './tool-name.ts';

it('spells a tool app/tool inside and app__tool towards agents', () => {
  expect([insideName('browser', 'click'), mcpName('browser', 'click')]).toEqual(['browser/click', 'browser__click']);
});

it('gives every client a name it takes: at most 60 of its characters', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9-]{1,30}$/), fc.string({ minLength: 1, maxLength: 200 }), (app, tool) => {
      expect(mcpName(app, tool)).toMatch(/^[A-Za-z0-9_-]{1,60}$/);
      expect(mcpName(app, tool)).toBe(mcpName(app, tool));
    }),
  );
});

it('keeps long names apart that differ only at the end', () => {
  const long = 'x'.repeat(80);
  expect(mcpName('app', `${long}1`)).not.toBe(mcpName('app', `${long}2`));
});
