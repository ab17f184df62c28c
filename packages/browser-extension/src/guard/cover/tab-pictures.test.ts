import { describe, expect, it } from 'vitest';
import type { BrowserApi } from '../../base/platform.ts';
import { SecretSites } from '../secrets/secret-sites.ts';
import { secretTabs } from '../secrets/secret-tabs.ts';
import { type TabPicturesOptions, tabPictures } from './tab-pictures.ts';

const TAB = 7;
const bank = 'https://bank.example';
const secret = { name: 'bank', text: 'correct-horse-7', isCode: false, tabId: TAB };

type Committed = (details: { tabId: number; frameId: number; url: string }) => void;

/** A tab whose documents hold a secret at the addresses in `holding`. */
function stage(during: (at: number) => unknown) {
  const listeners = new Set<Committed>();
  let url = `${bank}/start`;
  let captures = 0;
  const holding = new Set<string>();
  const onCommitted = {
    addListener: (listener: Committed) => listeners.add(listener),
    removeListener: (listener: Committed) => listeners.delete(listener),
  };
  const getAllFrames = async () => [{ frameId: 0, url }];
  // What it uses of the browser.
  const api = { webNavigation: { onCommitted, getAllFrames } } as unknown as BrowserApi;
  const store = { read: async () => undefined, write: async () => {} };
  const sites = new SecretSites({ store, clock: { now: () => 0 }, onShown: () => {} });
  const pictures = tabPictures({
    ...{ api, secretsIn: secretTabs(api, sites), access: { isUnrestricted: true } },
    pages: { admit: async () => undefined, call: async () => holding.has(url) },
    capture: async () => {
      captures += 1;
      await during(captures);
      return { data: String(captures), mimeType: 'image/jpeg', width: 1, height: 1 };
    },
    // No more of them is used.
  } as unknown as TabPicturesOptions);
  const goTo = (address: string) => {
    url = address;
    for (const listener of listeners) listener({ tabId: TAB, frameId: 0, url });
  };
  return { sites, holding, goTo, listeners, picture: () => pictures.picture(TAB, { quality: 50, scale: 1 }) };
}

describe('a picture', () => {
  it('is taken again where a secret was typed and sent meanwhile, so that the page which held it is gone', async () => {
    const { sites, goTo, listeners, picture } = stage(async (at) => {
      if (at > 1) return;
      await sites.take(bank, secret);
      goTo('https://other.example/in');
    });
    expect(await picture()).toMatchObject({ data: '2' });
    expect(listeners.size).toBe(0);
  });

  it('is taken again where the secret was on its way into the page when it began', async () => {
    const { sites, goTo, picture } = stage((at) => {
      if (at === 1) goTo('https://other.example/in');
    });
    await sites.take(bank, secret);
    expect(await picture()).toMatchObject({ data: '2' });
  });

  it.each([bank, 'https://other.example'])('of %s is refused while the tab goes back and forth', async (site) => {
    const { sites, holding, goTo, picture } = stage(() => {
      goTo(`${bank}/login`);
      goTo(`${site}/in`);
    });
    await sites.take(bank, secret);
    holding.add(`${bank}/login`);
    goTo(`${site}/in`);
    await expect(picture()).rejects.toThrow('Pages came and went');
  });

  it('is taken at once where pages of other sites come and go', async () => {
    const { sites, goTo, picture } = stage(() => goTo('https://other.example/next'));
    await sites.take(bank, secret);
    goTo('https://other.example/in');
    expect(await picture()).toMatchObject({ data: '1' });
  });
});
