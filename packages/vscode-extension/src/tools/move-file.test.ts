import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import type { ActionAnswer } from '../approval/action-prompt.ts';
import { createBoundary } from '../workspace/boundary.ts';
import type { ToolContext } from './context.ts';
import { deleteFileTool, moveFileTool } from './move-file.ts';

function openStage({ answer = { kind: 'accepted' } as ActionAnswer, isDirty = false, meanwhile = () => {} } = {}) {
  const root = realpathSync(temporaryFolder());
  const asked: string[] = [];
  const used: Partial<ToolContext> = {
    agent: { id: 'a', name: 'tester' },
    signal: new AbortController().signal,
    boundary: createBoundary({ roots: () => [root], flavour: 'posix' }),
    documents: { open: () => ({ text: '', isDirty }), text: async () => '', decode: async () => '' },
    askForAction: async ({ verb, subject }) => {
      asked.push(`${verb} ${subject}`);
      meanwhile();
      return answer;
    },
    fileMoves: {
      delete: async (path) => {
        rmSync(path);
        return true;
      },
      move: async (from, to) => {
        mkdirSync(join(to, '..'), { recursive: true });
        renameSync(from, to);
        return true;
      },
    },
  };
  writeFileSync(join(root, 'a.txt'), 'text');
  mkdirSync(join(root, 'sub'));
  // The rest of the context is never asked for by these tools.
  return { root, asked, context: used as ToolContext };
}

describe('delete_file', () => {
  it('deletes after the user agreed, and says so', async () => {
    const { root, asked, context } = openStage();
    expect((await deleteFileTool.call({ path: './a.txt' }, context)).facts).toEqual({
      status: 'accepted',
      path: './a.txt',
      operation: 'deleted',
    });
    expect([asked, existsSync(join(root, 'a.txt'))]).toEqual([['delete a.txt'], false]);
  });

  it('leaves the file when the user rejects, with their note', async () => {
    const { root, context } = openStage({ answer: { kind: 'rejected', note: 'still used' } });
    expect((await deleteFileTool.call({ path: 'a.txt' }, context)).facts).toEqual({
      status: 'rejected',
      path: 'a.txt',
      note: 'still used',
    });
    expect(existsSync(join(root, 'a.txt'))).toBe(true);
  });

  it('asks nothing about what it cannot or must not delete', async () => {
    const { asked, context } = openStage({ isDirty: true });
    await expect(deleteFileTool.call({ path: 'a.txt' }, context)).rejects.toThrow('unsaved changes');
    await expect(deleteFileTool.call({ path: 'sub' }, context)).rejects.toThrow('is a folder');
    await expect(deleteFileTool.call({ path: 'gone.txt' }, context)).rejects.toThrow('File not found');
    await expect(deleteFileTool.call({ path: '../x' }, context)).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  it('deletes nothing at the end of a link that came while the user thought', async () => {
    const place = { root: '' };
    const { root, context } = openStage({
      meanwhile: () => {
        writeFileSync(join(place.root, 'other.txt'), 'keep');
        rmSync(join(place.root, 'a.txt'));
        symlinkSync('other.txt', join(place.root, 'a.txt'));
      },
    });
    place.root = root;
    await expect(deleteFileTool.call({ path: 'a.txt' }, context)).rejects.toThrow('changed meanwhile');
    expect(existsSync(join(root, 'other.txt'))).toBe(true);
  });
});

describe('move_file', () => {
  it('moves after the user agreed, into folders that are missing, and overwrites nothing', async () => {
    const { root, asked, context } = openStage();
    expect((await moveFileTool.call({ path: 'a.txt', new_path: 'new/b.txt' }, context)).facts).toEqual({
      status: 'accepted',
      path: 'a.txt',
      operation: 'moved',
      new_path: 'new/b.txt',
    });
    expect([asked, existsSync(join(root, 'new/b.txt'))]).toEqual([['move a.txt → new/b.txt'], true]);
    writeFileSync(join(root, 'c.txt'), '');
    await expect(moveFileTool.call({ path: 'c.txt', new_path: 'new/b.txt' }, context)).rejects.toThrow('exists');
    await expect(moveFileTool.call({ path: 'c.txt', new_path: '../out.txt' }, context)).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });
});
