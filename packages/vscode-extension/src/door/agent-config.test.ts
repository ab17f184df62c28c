import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { verifies } from '../../../../tests/support/verifies.ts';
import { type EntryOptions, putEntry, removeEntry } from './agent-config.ts';

const token = 'a'.repeat(64);
const entry = { type: 'http', url: 'http://127.0.0.1:5765/mcp', headers: { Authorization: `Bearer ${token}` } };

function inHome(text?: string): EntryOptions {
  const file = join(temporaryFolder(), '.claude.json');
  if (text !== undefined) writeFileSync(file, text, { mode: 0o600 });
  return { file, port: 5765, token, mode: 'auto', pid: process.pid, random: randomBytes, now: Date.now };
}
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('the entry for agents', () => {
  it(verifies('is created with its header where there is no config', 'S2-config-create', 'S2-token-in-config'), () => {
    const options = inHome();
    expect(putEntry(options)).toBe('created');
    expect(read(options.file)).toEqual({ mcpServers: { 'sallyport-editor': entry } });
    expect(statSync(options.file).mode & 0o777).toBe(0o600);
  });

  it(
    verifies('is put beside all that is there, and nothing else changes', 'S2-config-entry', 'S2-config-atomic'),
    () => {
      const text =
        '{\n    "2": 1, "1": 12345678901234567890,\n    "mcpServers": {"other": {"command": "x"}},\n    "z": [1,2]\n}\n';
      const options = inHome(text);
      chmodSync(options.file, 0o640);
      expect(putEntry({ ...options, port: 4000 })).toBe('updated');
      const written = readFileSync(options.file, 'utf8');
      expect(written).toContain('"2": 1, "1": 12345678901234567890,');
      expect(written).toContain('"z": [1,2]\n}\n');
      expect(read(options.file)).toMatchObject({
        mcpServers: { other: { command: 'x' }, 'sallyport-editor': { ...entry, url: 'http://127.0.0.1:4000/mcp' } },
      });
      expect(statSync(options.file).mode & 0o777).toBe(0o600);
      expect(readdirSync(join(options.file, '..'))).toEqual(['.claude.json']);
    },
  );

  it(verifies('is not written again when it is right', 'S2-config-unchanged'), () => {
    const options = inHome(JSON.stringify({ mcpServers: { 'sallyport-editor': entry } }));
    const before = statSync(options.file).mtimeMs;
    expect(putEntry(options)).toBe('unchanged');
    expect(statSync(options.file).mtimeMs).toBe(before);
  });

  it.each(['{ "a": 1,, }', '', 'null', '[]', '{"mcpServers": []}', '{"a": 1} // mine'])(
    verifies('leaves a config that it does not understand as it is: %j', 'S2-fail-malformed-config'),
    (text) => {
      const options = inHome(text);
      expect([putEntry(options), removeEntry(options)]).toEqual(['malformed', 'malformed']);
      expect(readFileSync(options.file, 'utf8')).toBe(text);
    },
  );

  it('stays away where the gateway has its entry, unless told otherwise', () => {
    const options = inHome('{"mcpServers": {"sallyport": {}}}');
    expect(putEntry(options)).toBe('gateway');
    expect(putEntry({ ...options, mode: 'never' })).toBe('off');
    expect(read(options.file)).toEqual({ mcpServers: { sallyport: {} } });
    expect(putEntry({ ...options, mode: 'always' })).toBe('updated');
    expect(read(options.file)).toMatchObject({ mcpServers: { sallyport: {}, 'sallyport-editor': entry } });
  });

  it('is taken away again by the window that put it there, and by no other', () => {
    const options = inHome('{"keep": true}');
    putEntry(options);
    expect(removeEntry({ ...options, port: 1 })).toBe('unchanged');
    expect(removeEntry(options)).toBe('removed');
    expect(read(options.file)).toEqual({ keep: true, mcpServers: {} });
    expect(removeEntry(options)).toBe('unchanged');
  });

  it('is of the project alone while another window that lives has the common one', () => {
    const options = { ...inHome(), project: '/home/me/second', isTaken: (port: number) => port === 5765 };
    putEntry({ ...options, port: 5765, isTaken: () => false });
    expect(putEntry({ ...options, port: 6000 })).toBe('updated');
    const second = { ...entry, url: 'http://127.0.0.1:6000/mcp' };
    expect(read(options.file)).toEqual({
      mcpServers: { 'sallyport-editor': entry },
      projects: { '/home/me/second': { mcpServers: { 'sallyport-editor': second } } },
    });
    expect(putEntry({ ...options, port: 6000 })).toBe('unchanged');
    expect(putEntry({ ...options, port: 6001, project: undefined })).toBe('others');
    expect(removeEntry({ ...options, port: 6000 })).toBe('removed');
    expect(read(options.file)).toMatchObject({ mcpServers: { 'sallyport-editor': entry } });
    expect(readFileSync(options.file, 'utf8')).not.toContain('6000');
    // The other window is gone: its entry is replaced.
    putEntry({ ...options, port: 6000, isTaken: () => false });
    expect(read(options.file)).toMatchObject({ mcpServers: { 'sallyport-editor': second } });
  });

  it(verifies('takes nothing away that another program wrote in between', 'S2-config-atomic'), () => {
    const options = inHome('{"mcpServers": {"sallyport-editor": {"url": "http://127.0.0.1:1/mcp"}}}');
    let looks = 0;
    const isTaken = () => {
      looks += 1;
      if (looks === 1) writeFileSync(options.file, '{"numStartups": 7}');
      return false;
    };
    expect(putEntry({ ...options, isTaken })).toBe('updated');
    expect(read(options.file)).toEqual({ numStartups: 7, mcpServers: { 'sallyport-editor': entry } });
    expect(readdirSync(join(options.file, '..'))).toEqual(['.claude.json']);
  });

  it('goes through a link to the file that it names', () => {
    const options = inHome('{}');
    const link = join(temporaryFolder(), 'link.json');
    symlinkSync(options.file, link);
    putEntry({ ...options, file: link });
    expect(read(options.file)).toMatchObject({ mcpServers: { 'sallyport-editor': entry } });
  });

  it('names the address that the door listens at, also where an earlier version named it by name', () => {
    const old = { ...entry, url: 'http://localhost:5765/mcp' };
    const theirs = { ...old, url: 'http://localhost:7000/mcp' };
    const others = { other: { type: 'http', url: 'http://localhost:5765/mcp' } };
    const projects = (moved: typeof old) => ({ '/home/me/a': { mcpServers: { 'sallyport-editor': moved }, keep: 1 } });
    const before = { mcpServers: { ...others, 'sallyport-editor': old }, projects: projects(theirs) };
    const options = inHome(JSON.stringify(before));
    expect(putEntry(options)).toBe('updated');
    expect(read(options.file)).toEqual({
      mcpServers: { ...others, 'sallyport-editor': entry },
      projects: projects({ ...entry, url: 'http://127.0.0.1:7000/mcp' }),
    });
    const beside = { ...before, mcpServers: { sallyport: {}, 'sallyport-editor': old } };
    writeFileSync(options.file, JSON.stringify(beside));
    expect([putEntry(options), putEntry(options)]).toEqual(['updated', 'gateway']);
    expect(read(options.file)).toMatchObject({ mcpServers: { 'sallyport-editor': entry } });
    writeFileSync(options.file, JSON.stringify(before));
    expect(removeEntry(options)).toBe('removed');
    expect(read(options.file)).toEqual({ mcpServers: others, projects: projects(theirs) });
  });

  it('leaves no right of others to a file that holds a token, also where the entry is right already', () => {
    const options = inHome(JSON.stringify({ mcpServers: { 'sallyport-editor': entry } }));
    chmodSync(options.file, 0o644);
    expect(putEntry(options)).toBe('tightened');
    expect(statSync(options.file).mode & 0o777).toBe(0o600);
    expect(putEntry(options)).toBe('unchanged');
    chmodSync(options.file, 0o644);
    putEntry({ ...options, token: undefined });
    expect(statSync(options.file).mode & 0o777).toBe(0o644);
  });

  it('has no header when no token is needed', () => {
    const options = { ...inHome(), token: undefined };
    putEntry(options);
    expect(read(options.file)).toEqual({ mcpServers: { 'sallyport-editor': { type: 'http', url: entry.url } } });
  });
});
