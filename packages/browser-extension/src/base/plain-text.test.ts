import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it('a text of others in the panel is one line without tricks, and cut', () => {
  expect(plainText(' Codex\u202E\n  evil\u200B ', 60)).toBe('Codex evil');
  expect(plainText('x'.repeat(80), 60)).toHaveLength(60);
});
