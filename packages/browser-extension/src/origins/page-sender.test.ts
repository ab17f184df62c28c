import { describe, expect, it } from 'vitest';
import { pageSenderOf, secureOriginOf } from './page-sender.ts';

const sender = {
  id: 'us',
  url: 'https://a.example/path',
  origin: 'https://a.example',
  frameId: 0,
  documentLifecycle: 'active',
  tab: { id: 7, incognito: false },
};
// What the function reads of the browser's type.
const read = (changed: object) => pageSenderOf({ ...sender, ...changed } as never, 'us');

describe('the sender of a page’s request', () => {
  it('is the origin and tab that the browser states', () => {
    expect(read({})).toEqual({ origin: 'https://a.example', tabId: 7 });
    // Older versions of Firefox state no origin.
    expect(read({ origin: undefined })).toEqual({ origin: 'https://a.example', tabId: 7 });
  });

  it.each([
    ['another extension', { id: 'them' }],
    ['a frame', { frameId: 3 }],
    ['a sandboxed document', { origin: 'null' }],
    ['an origin that is not its address’s', { origin: 'https://b.example' }],
    ['plain http', { url: 'http://a.example/', origin: 'http://a.example' }],
    ['data', { url: 'data:text/html,x', origin: 'null' }],
    ['a file', { url: 'file:///etc/passwd', origin: 'file://' }],
    ['a page that is not shown yet', { documentLifecycle: 'prerender' }],
    ['a private window', { tab: { id: 7, incognito: true } }],
    ['no tab', { tab: undefined }],
    ['no address', { url: undefined }],
  ])('is nobody for %s', (_, changed) => {
    expect(read(changed)).toBeUndefined();
  });

  it('may be on this computer without https', () => {
    for (const host of ['localhost:8080', 'app.localhost', '127.0.0.1:3000']) {
      expect(secureOriginOf(`http://${host}/x`)).toBe(`http://${host}`);
    }
    expect(secureOriginOf('http://localhost.example/')).toBeUndefined();
    expect(secureOriginOf('http://127.0.0.1.example/')).toBeUndefined();
  });
});
