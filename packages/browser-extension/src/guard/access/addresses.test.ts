import { describe, expect, it } from 'vitest';
import { checkReachable, isInside, webAddress } from './addresses.ts';

describe('webAddress', () => {
  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['  http://example.com ', 'http://example.com/'],
    ['example.com/path', 'https://example.com/path'],
    ['example.com:8443/x', 'https://example.com:8443/x'],
    ['localhost:3000', 'http://localhost:3000/'],
    ['127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['HTTPS://EXAMPLE.COM', 'https://example.com/'],
  ])('takes %j as %s', (text, address) => {
    expect(webAddress(text)).toBe(address);
  });

  it.each([
    ['chrome://settings', 'chrome: pages'],
    ['edge://flags', 'edge: pages'],
    ['about:config', 'about: pages'],
    ['about:blank', 'about: pages'],
    ['file:///etc/passwd', 'file: pages'],
    ['view-source:https://example.com', 'view-source: pages'],
    ['chrome-extension://abc/popup.html', 'chrome-extension: pages'],
    ['moz-extension://abc/popup.html', 'moz-extension: pages'],
    ['javascript:alert(1)', 'javascript: pages'],
    ['data:text/html,x', 'data: pages'],
    ['devtools://devtools/x', 'devtools: pages'],
    ['https://chromewebstore.google.com/detail/x', 'the extension store at chromewebstore.google.com'],
    ['https://chrome.google.com/webstore/x', 'the extension store at chrome.google.com'],
    ['https://addons.mozilla.org/', 'the extension store at addons.mozilla.org'],
    ['http://127.0.0.1:5764/mcp', "Sallyport's own port 5764"],
    ['http://localhost:5765/', "Sallyport's own port 5765"],
    ['http://[::1]:5764/', "Sallyport's own port 5764"],
    ['http://2130706433:5764/', "Sallyport's own port 5764"],
    ['http://0.0.0.0:5764/', "Sallyport's own port 5764"],
    ['http://anything.localhost:5764/', "Sallyport's own port 5764"],
  ])('refuses %s by name', (text, what) => {
    expect(() => webAddress(text)).toThrow(
      expect.objectContaining({ code: 'ERR_PERMISSION_DENIED', message: expect.stringContaining(what) }),
    );
  });

  it.each([['http://'], ['https://exa mple.com'], ['']])('says that %j is no address', (text) => {
    expect(() => webAddress(text)).toThrow(expect.objectContaining({ code: 'ERR_INPUT_INVALID' }));
  });
});

describe('checkReachable', () => {
  it.each([[''], ['about:blank'], ['https://example.com/']])('lets tools work on %j', (address) => {
    expect(() => checkReachable(address)).not.toThrow();
  });

  it.each([['chrome://newtab/'], ['about:home'], ['file:///x'], ['chrome-extension://x/y']])(
    'keeps them off %s',
    (address) => {
      expect(() => checkReachable(address)).toThrow(expect.objectContaining({ code: 'ERR_PERMISSION_DENIED' }));
    },
  );
});

describe('isInside', () => {
  it.each([
    ['localhost', true],
    ['nas', true],
    ['printer.local', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['[fd00::1]', true],
    ['172.32.0.1', false],
    ['example.com', false],
  ])('%s: %s', (hostname, expected) => {
    expect(isInside(hostname)).toBe(expected);
  });
});
