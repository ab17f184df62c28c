import { describe, expect, it } from 'vitest';
import { editorReply } from './editor-reply.ts';

describe('the reply of an editor tool', () => {
  it('has every fact in its text: those that the bulk does not show before it', () => {
    const facts = { path: 'a.txt', content: '1 | one', total_lines: 2500, next_offset: 2001 };
    const message = 'Lines 2001 to 2500 are left: continue with offset 2001.';
    expect(editorReply(facts, { text: facts.content, shows: ['content'], message })).toEqual({
      facts: { ...facts, message },
      parts: [{ kind: 'ours', text: `path: a.txt\ntotal_lines: 2500\nnext_offset: 2001\n${message}\n\n1 | one` }],
    });
  });

  it('adds no message to the specification’s object where there is nothing to say', () => {
    expect(editorReply({ status: 'rejected', path: 'a.txt' })).toEqual({
      facts: { status: 'rejected', path: 'a.txt' },
      parts: [{ kind: 'ours', text: 'status: rejected\npath: a.txt' }],
    });
  });
});
