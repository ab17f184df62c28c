import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import type { Proposal, ReviewOutcome } from '../review/review-port.ts';
import { createBoundary } from '../workspace/boundary.ts';
import { changeFiles } from './change-files.ts';
import type { ToolContext } from './context.ts';

function openDesk(outcomeOf: (proposal: Proposal) => ReviewOutcome) {
  const root = realpathSync(temporaryFolder());
  const proposals: Proposal[] = [];
  const used: Partial<ToolContext> = {
    agent: { id: 'a', name: 'tester' },
    signal: new AbortController().signal,
    isApproved: false,
    boundary: createBoundary({ roots: () => [root], flavour: 'posix' }),
    review: {
      propose: async (proposal) => {
        proposals.push(proposal);
        return outcomeOf(proposal);
      },
      again: async () => undefined,
      resume: async () => undefined,
    },
  };
  // The rest of the context is never asked for by a change of files.
  const context = used as ToolContext;
  const file = (name: string, text: string) => {
    writeFileSync(join(root, name), text);
    return join(root, name);
  };
  return { context, proposals, file };
}

describe('one call that changes several files', () => {
  it('tells of each what became of it, also when one of them fails', async () => {
    const { context, file } = openDesk(({ shownPath }) => {
      if (shownPath === 'b.txt') throw new SallyportError('ERR_RATE_LIMITED', 'Another edit of b.txt is under review');
      return { status: 'rejected' };
    });
    const changes = ['a.txt', 'b.txt'].map((name) => ({ path: file(name, 'x'), original: 'x', proposed: 'y' }));
    const text =
      'files:\n- status: rejected\n  path: a.txt\n- status: failed\n  path: b.txt\n  reason: Another edit of b.txt is under review';
    expect(await changeFiles(changes, 'Replace', context)).toEqual({
      facts: {
        files: [
          { status: 'rejected', path: 'a.txt' },
          { status: 'failed', path: 'b.txt', reason: 'Another edit of b.txt is under review' },
        ],
      },
      parts: [{ kind: 'ours', text }],
    });
    await expect(changeFiles(changes.slice(1), 'Replace', context)).rejects.toMatchObject({ code: 'ERR_RATE_LIMITED' });
  });

  it('is done anew in a file that changed meanwhile, or given up there, and never undoes that change', async () => {
    const { context, file, proposals } = openDesk(() => ({ status: 'rejected' }));
    const path = file('a.txt', 'x');
    await changeFiles([{ path, original: 'x', proposed: 'y', reproposed: (now) => `${now}!` }], 'Replace', context);
    await changeFiles([{ path, original: 'x', proposed: 'y' }], 'Rename', context);
    expect(proposals[0]?.reproposed?.('z')).toBe('z!');
    expect(() => proposals[0]?.reproposed?.(undefined)).toThrow('a.txt changed in the meantime');
    expect(() => proposals[1]?.reproposed?.('z')).toThrow('a.txt changed in the meantime');
  });

  it('is none where only line endings differ', async () => {
    const { context, file } = openDesk(() => ({ status: 'rejected' }));
    const path = file('a.txt', 'x\r\n');
    await expect(changeFiles([{ path, original: 'x\r\n', proposed: 'x\n' }], 'Replace', context)).rejects.toThrow(
      'Nothing to change',
    );
  });
});
