import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ours } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { verifies } from '../../../../tests/support/verifies.ts';
import type { Proposal, ReviewOutcome } from '../review/review-port.ts';
import { createBoundary } from '../workspace/boundary.ts';
import { applyDiffTool } from './apply-diff.ts';
import type { ToolContext } from './context.ts';
import { writeFileTool } from './write-file.ts';

const accepted: ReviewOutcome = {
  status: 'accepted',
  operation: 'modified',
  finalSha256: 'abc',
  problems: { state: 'settled', lines: [] },
};

/** Only what these tools use; anything else fails by its name. */
function openDesk(outcome: ReviewOutcome = accepted) {
  const root = realpathSync(temporaryFolder());
  const proposals: Proposal[] = [];
  const used: Partial<ToolContext> = {
    agent: { id: 'a', name: 'tester' },
    signal: new AbortController().signal,
    isApproved: false,
    boundary: createBoundary({ roots: () => [root], flavour: 'posix' }),
    documents: { open: () => undefined, text: (path) => readFile(path, 'utf8'), decode: async () => '' },
    review: {
      propose: async (proposal) => {
        proposals.push(proposal);
        return outcome;
      },
      again: async () => undefined,
      resume: async () => undefined,
    },
  };
  // The rest of the context is never asked for by tools that change files.
  const context = used as ToolContext;
  return { root, proposals, context };
}

const block = (search: string, replace: string) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;

describe('write_file', () => {
  it(verifies('proposes the whole text, made from no original', 'S2-write-params', 'S2-write-accepted'), async () => {
    const { root, proposals, context } = openDesk();
    writeFileSync(join(root, 'a.txt'), 'old');
    expect(await writeFileTool.call({ path: 'a.txt', content: 'new' }, context)).toEqual({
      facts: {
        status: 'accepted',
        path: 'a.txt',
        operation: 'modified',
        diagnostics_state: 'settled',
        final_content_sha256: 'abc',
      },
      parts: [
        ours(
          'status: accepted\npath: a.txt\noperation: modified\ndiagnostics_state: settled\nfinal_content_sha256: abc',
        ),
      ],
    });
    await writeFileTool.call({ path: './sub/b.txt', content: '' }, context);
    expect(proposals).toEqual([
      { path: join(root, 'a.txt'), shownPath: 'a.txt', title: 'Change a.txt', proposed: 'new' },
      { path: join(root, 'sub/b.txt'), shownPath: 'sub/b.txt', title: 'Create sub/b.txt', proposed: '' },
    ]);
  });

  it(verifies('refuses folders, and arguments that nobody reads', 'S2-write-params'), async () => {
    const { root, proposals, context } = openDesk();
    mkdirSync(join(root, 'sub'));
    await expect(writeFileTool.call({ path: 'sub', content: '' }, context)).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
    });
    await expect(writeFileTool.call({ path: 'a', content: '', mode: 1 }, context)).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
    });
    await expect(writeFileTool.call({ path: 'a' }, context)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    expect(proposals).toEqual([]);
  });

  it(
    verifies(
      'passes on every way a review can end',
      'S2-write-rejected',
      'S2-write-user-edits',
      'S2-write-new-diagnostics',
    ),
    async () => {
      const end = async (outcome: ReviewOutcome) => {
        const { context } = openDesk(outcome);
        const { facts, parts } = await writeFileTool.call({ path: 'a.txt', content: 'x' }, context);
        // Whoever reads only text gets every fact too.
        for (const value of Object.values(facts))
          expect(JSON.stringify(parts)).toContain(JSON.stringify(value).slice(1, -1));
        return facts;
      };
      const plain = await end(accepted);
      expect(['user_edits', 'new_diagnostics'].filter((field) => field in plain)).toEqual([]);
      expect(await end({ status: 'rejected' })).toEqual({ status: 'rejected', path: 'a.txt' });
      expect(await end({ status: 'rejected', note: 'no' })).toEqual({ status: 'rejected', path: 'a.txt', note: 'no' });
      expect(await end({ status: 'pending', reviewId: 'r' })).toEqual({
        status: 'pending',
        path: 'a.txt',
        review_id: 'r',
        message: 'The user has not decided yet: call get_review with review_id r.',
      });
      expect(
        await end({
          ...accepted,
          operation: 'created',
          userEdits: '-a',
          formatEdits: '-b',
          revertedHunks: 2,
          problems: { state: 'timed_out', lines: ['p', 'q'] },
        }),
      ).toEqual({
        status: 'accepted',
        path: 'a.txt',
        operation: 'created',
        user_edits: '-a',
        format_edits: '-b',
        reverted_hunks: 2,
        new_diagnostics: 'p\nq',
        diagnostics_state: 'timed_out',
        final_content_sha256: 'abc',
      });
    },
  );
});

describe('apply_diff', () => {
  it('edits the cells of a notebook as read_file shows them, or its JSON', async () => {
    const { root, proposals, context } = openDesk();
    const notebook = { cells: [{ cell_type: 'code', source: ['print("a")\n', 'print(2)'] }] };
    writeFileSync(join(root, 'book.ipynb'), JSON.stringify(notebook));
    const apply = (diff: string) => applyDiffTool.call({ path: 'book.ipynb', diff }, context);
    await apply(block('print("a")\nprint(2)', 'print("b")\nprint(3)'));
    await apply(block('"cell_type":"code"', '"cell_type":"raw"'));
    expect(proposals.map(({ proposed }) => JSON.parse(proposed).cells[0])).toEqual([
      { cell_type: 'code', source: ['print("b")\n', 'print(3)'] },
      { cell_type: 'raw', source: ['print("a")\n', 'print(2)'] },
    ]);
    await expect(apply(block('print(1)', 'x'))).rejects.toMatchObject({
      message: 'Search block not found',
      hint: expect.stringContaining('print('),
    });
  });

  async function apply(diff: string, more: Record<string, unknown> = {}) {
    const { root, proposals, context } = openDesk();
    writeFileSync(join(root, 'a.txt'), 'one\ntwo\ntwo\n');
    const called = applyDiffTool.call({ path: 'a.txt', diff, ...more }, context);
    return { called, proposals };
  }

  it(verifies('proposes what fits and numbers what does not', 'S2-diff-partial', 'S2-diff-params'), async () => {
    const { called, proposals } = await apply(block('nowhere', 'x') + block('one', '1') + block('two', '2'));
    await expect(called).resolves.toMatchObject({
      facts: { status: 'accepted', partial: true, failed_blocks: [0, 2] },
      parts: [{ kind: 'ours', text: expect.stringMatching(/failed_blocks: 0, 2[\s\S]*search: nowhere/) }],
    });
    expect(proposals).toMatchObject([{ proposed: '1\ntwo\ntwo\n' }]);
    const whole = await apply(block('one', '1'));
    expect((await whole.called).facts).not.toHaveProperty('partial');
    for (const diff of [undefined, [block('one', '1')]]) {
      const { context } = openDesk();
      const refused = applyDiffTool.call({ path: 'a.txt', diff }, context);
      await expect(refused).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    }
  });

  it(
    verifies('proposes nothing when all blocks fail, or one and atomic', 'S2-diff-not-found', 'S2-diff-ambiguous'),
    async () => {
      const none = await apply(block('two', 'x') + block('nowhere', 'y'));
      await expect(none.called).rejects.toMatchObject({
        message: 'Search block is ambiguous (2 matches found)',
        data: { path: 'a.txt', block: 'two', failed_blocks: [0, 1] },
      });
      const atomic = await apply(block('one', '1') + block('nowhere', 'y'), { atomic: true });
      await expect(atomic.called).rejects.toMatchObject({
        message: 'Search block not found',
        data: { block: 'nowhere', failed_blocks: [1] },
      });
      expect([...none.proposals, ...atomic.proposals]).toEqual([]);
    },
  );

  it('names the nearest place to a text that is nowhere, and takes it when told to be lenient', async () => {
    const diff = '@@ -1,2 +1,2 @@\n  one\n-two\n+2\n';
    const exact = await apply(diff);
    await expect(exact.called).rejects.toMatchObject({
      message: 'Search block not found',
      hint: expect.stringMatching(/line 1: one\n.*lenient/),
      data: { failures: [{ block: 0, nearest: 'line 1: one' }] },
    });
    const lenient = await apply(diff, { match: 'lenient' });
    await lenient.called;
    expect(lenient.proposals).toMatchObject([{ proposed: expect.stringContaining('one\n2\ntwo\n') }]);
  });

  it('tries its blocks again on a file that changed while it waited', async () => {
    const { called, proposals } = await apply(block('one', '1'));
    await called;
    expect(proposals[0]?.reproposed?.('zero\none\n')).toBe('zero\n1\n');
    expect(() => proposals[0]?.reproposed?.('empty')).toThrow('Search block not found');
  });
});
