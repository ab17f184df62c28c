// The notebook: notes come, are found and go, and a damaged file is never written over.
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { openNotebook } from './notebook.ts';
import { createNotesOffer } from './notes-offer.ts';

function open(path = join(temporaryFolder(), 'notes.json')) {
  const notebook = openNotebook({ path, pid: process.pid, now: () => 0, random: randomBytes });
  return {
    path,
    notebook,
    offer: createNotesOffer({ fence: (text) => text, notebook, now: () => 0, createId: () => 'id' }),
  };
}
const options = { signal: new AbortController().signal };

describe('a notebook', () => {
  it('keeps notes for whoever opens it next, and only for this user', () => {
    const { path, notebook } = open();
    notebook.add('Buy milk');
    notebook.add('Call Ada about the milk');
    expect(
      open(path)
        .notebook.list()
        .map(({ text }) => text),
    ).toEqual(['Buy milk', 'Call Ada about the milk']);
    expect(notebook.list('MILK ada').map(({ id }) => id)).toEqual([2]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('gives no id twice, not even that of the last note that went', () => {
    const { notebook } = open();
    notebook.add('one');
    expect(notebook.remove(1)).toMatchObject({ text: 'one' });
    expect(notebook.add('two').id).toBe(2);
    expect(() => notebook.remove(1)).toThrow('No note has this id');
  });

  it.each(['{', '[]', '{"version":1,"lastId":1,"notes":[{"id":"x"}]}'])('that is damaged is left alone: %s', (text) => {
    const { path, notebook } = open();
    writeFileSync(path, text);
    expect(() => notebook.add('x')).toThrow('is damaged');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('takes no empty and no endless note', () => {
    const { notebook } = open();
    for (const text of ['', '  ', 'x'.repeat(4001)]) expect(() => notebook.add(text)).toThrow('1 to 4000');
  });
});

describe('its tools', () => {
  it('add, list and remove', async () => {
    const { offer } = open();
    expect(await offer.callTool('add', { text: 'Buy milk' }, options)).toMatchObject({
      ok: true,
      result: { relayed: { structuredContent: { notes: [{ id: 1 }] } } },
    });
    expect(await offer.callTool('list', {}, options)).toMatchObject({
      result: { relayed: { content: [{ text: '1  1970-01-01  Buy milk' }] } },
    });
    expect(await offer.callTool('remove', { id: 1 }, options)).toMatchObject({ ok: true });
    expect(await offer.callTool('list', {}, options)).toMatchObject({
      result: { relayed: { content: [{ text: 'No notes found.' }] } },
    });
  });

  it.each([
    ['add', {}],
    ['add', { text: 'x', extra: 1 }],
    ['remove', { id: '1' }],
    ['list', { words: 1 }],
  ])('refuse what does not fit: %s %j', async (name, args) => {
    expect(await open().offer.callTool(name, args, options)).toMatchObject({
      ok: false,
      error: { code: 'ERR_INPUT_INVALID' },
    });
  });

  it('are three', async () => {
    const { offer } = open();
    expect((await offer.listTools()).map(({ name }) => name)).toEqual(['add', 'list', 'remove']);
    expect(await offer.callTool('burn', {}, options)).toMatchObject({ error: { code: 'ERR_TOOL_NOT_FOUND' } });
  });
});
