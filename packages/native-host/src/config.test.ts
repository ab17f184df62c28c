import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { readLegacySocketSetting } from './config.ts';

function settingOf(text: string | undefined) {
  const folder = temporaryFolder();
  if (text !== undefined) writeFileSync(join(folder, 'config.json'), text);
  return readLegacySocketSetting(folder);
}

describe('the seed path', () => {
  it.each([
    ['no config', undefined],
    ['an empty object', '{}'],
    ['another setting', '{"mcpServers": {"x": {"command": "y"}}}'],
    ['true', '{"seedSocket": true}'],
    ['false in a text', '{"a": "// \\"seedSocket\\": false"}'],
    ['false in a comment', '{\n// "seedSocket": false\n}'],
  ])('is open with %s', (_, text) => {
    expect(settingOf(text)).toEqual({ isWanted: true });
  });

  it.each([
    ['false', '{"seedSocket": false}'],
    [
      'false after comments and before a trailing comma',
      '// top\n{ /* a, } */ "b": ["x//y",], "seedSocket": false, // end\n}\n',
    ],
  ])('is closed with %s', (_, text) => {
    expect(settingOf(text)).toEqual({ isWanted: false });
  });

  it('is closed when the config cannot be read, since it may have asked for that', () => {
    const closed = { isWanted: false, problem: expect.stringContaining('config.json') };
    expect(settingOf('{"seedSocket": ')).toEqual(closed);
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'config.json'));
    expect(readLegacySocketSetting(folder)).toEqual(closed);
  });
});
