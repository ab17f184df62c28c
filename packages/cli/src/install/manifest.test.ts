import { CHROMIUM_EXTENSION_ID, FIREFOX_EXTENSION_ID } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import { describeForeignManifest, extensionIdsByEngine, parseHostName, renderManifest } from './manifest.ts';

const chromium = 'abcdefghijklmnopabcdefghijklmnop';

describe('the ids of the extensions to serve', () => {
  it('are ours when none is given, and exactly the given ones else', () => {
    expect(extensionIdsByEngine([])).toEqual({ chromium: [CHROMIUM_EXTENSION_ID], firefox: [FIREFOX_EXTENSION_ID] });
    expect(extensionIdsByEngine([chromium, 'a@b.example', '{5ad01040-3351-492c-9a42-1d56b881da78}'])).toEqual({
      chromium: [chromium],
      firefox: ['a@b.example', '{5ad01040-3351-492c-9a42-1d56b881da78}'],
    });
  });

  it.each(['', 'a', `${chromium}q`, chromium.toUpperCase(), '*', 'chrome-extension://x/', 'a b@c', '{5ad01040}'])(
    'are refused when they cannot be any: %j',
    (id) => {
      expect(() => extensionIdsByEngine([id])).toThrow('is not an extension id');
    },
  );
});

describe('a manifest', () => {
  const rendered = (engine: 'chromium' | 'firefox', extensionIds: readonly string[]) =>
    JSON.parse(renderManifest({ engine, name: 'dev.sallyport.host', launcher: '/opt/start', extensionIds }));

  it(
    verifies(
      'of Firefox names the host, its launcher and the extensions by id',
      'S1-manifest-name',
      'S1-manifest-description',
      'S1-manifest-path',
      'S1-manifest-type',
      'S1-manifest-allowed-extensions',
    ),
    () => {
      expect(rendered('firefox', ['a@b.example'])).toEqual({
        name: 'dev.sallyport.host',
        description: expect.stringContaining('Sallyport'),
        path: '/opt/start',
        type: 'stdio',
        allowed_extensions: ['a@b.example'],
      });
    },
  );

  it(
    verifies(
      'of Chromium names the extensions by origin, with its closing slash',
      'S3-manifest-name',
      'S3-manifest-description',
      'S3-manifest-path',
      'S3-manifest-type',
      'S3-manifest-allowed-origins',
    ),
    () => {
      expect(rendered('chromium', [chromium])).toEqual({
        name: 'dev.sallyport.host',
        description: expect.stringContaining('Sallyport'),
        path: '/opt/start',
        type: 'stdio',
        allowed_origins: [`chrome-extension://${chromium}/`],
      });
    },
  );
});

describe('the name of a native host', () => {
  it.each(['dev.sallyport.host', 'a', 'a_1.b2'])('may be %j', (name) => {
    expect(parseHostName(name)).toBe(name);
  });

  it.each(['', '.a', 'a.', 'a..b', 'A', 'a-b', 'a/b', '../a', 'a b', 'a\n'])('may not be %j', (name) => {
    expect(() => parseHostName(name)).toThrow('is not a valid native host name');
  });
});

describe('a manifest that stands there already', () => {
  it('is foreign when it starts another program or is none, and ours when it starts our launcher', () => {
    const folder = '/data/launchers';
    expect(describeForeignManifest('{"path":"/data/launchers/dev.sallyport.host"}', folder)).toBeUndefined();
    expect(describeForeignManifest('{"path":"/opt/x"}', folder)).toContain('/opt/x');
    for (const text of ['', '{', 'null', '[]', '{"path":1}']) {
      expect(describeForeignManifest(text, folder)).toContain('not a valid manifest');
    }
  });
});
