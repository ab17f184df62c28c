import { createHash } from 'node:crypto';
import { CHROMIUM_EXTENSION_ID, FIREFOX_EXTENSION_ID, PRODUCT_VERSION } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { manifestFor, targets } from './manifest.ts';

describe('the manifest', () => {
  it.each(targets)('for %s is of version 3, of the product’s version, and may work on every site', (target) => {
    expect(manifestFor(target)).toMatchObject({
      manifest_version: 3,
      version: PRODUCT_VERSION,
      host_permissions: ['<all_urls>'],
    });
  });

  it('gives Chromium the key from which its id follows', () => {
    const { key } = manifestFor('chromium');
    const digest = createHash('sha256')
      .update(Buffer.from(String(key), 'base64'))
      .digest('hex')
      .slice(0, 32);
    const id = [...digest].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
    expect(id).toBe(CHROMIUM_EXTENSION_ID);
  });

  it('gives Firefox its id, says that no data is collected, and has no key of Chromium', () => {
    const manifest = manifestFor('firefox');
    expect(manifest.browser_specific_settings).toMatchObject({
      gecko: { id: FIREFOX_EXTENSION_ID, data_collection_permissions: { required: ['none'] } },
    });
    for (const key of ['key', 'minimum_chrome_version', 'externally_connectable'])
      expect(manifest).not.toHaveProperty(key);
  });

  it('lets no page and no other extension talk to ours', () => {
    expect(manifestFor('chromium').externally_connectable).toEqual({ ids: [] });
    for (const target of targets) {
      expect(manifestFor(target)).not.toHaveProperty('web_accessible_resources');
      expect(manifestFor(target)).not.toHaveProperty('content_security_policy');
    }
  });

  it('differs in permissions by the debugger and the side panel, which only Chromium has', () => {
    const [chromium, firefox] = targets.map((target) => manifestFor(target).permissions);
    expect(new Set([chromium].flat())).toEqual(new Set([firefox, 'debugger', 'sidePanel'].flat()));
  });

  it.each([
    ['chromium', { side_panel: { default_path: 'panel.html' } }],
    ['firefox', { sidebar_action: { default_panel: 'panel.html' } }],
  ] as const)('for %s has the panel beside the tabs, a popup, and a shortcut for the pause', (target, beside) => {
    expect(manifestFor(target)).toMatchObject({
      ...beside,
      action: { default_popup: 'panel.html#popup' },
      commands: { 'pause-all': { suggested_key: { default: 'Alt+Shift+P' } } },
      permissions: expect.arrayContaining(['cookies']),
      optional_permissions: expect.not.arrayContaining(['cookies']),
    });
  });
});
