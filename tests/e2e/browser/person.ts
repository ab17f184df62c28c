// The person at the browser: looks at the extension's panel and clicks in it, by the browser's own automation.
import { eventually } from '../../support/eventually.ts';
import { openChromiumPages } from './chromium-pages.ts';
import { openFirefoxPages } from './firefox-pages.ts';
import type { BrowserStage } from './stage.ts';

/** One page of the browser, as its automation has it. */
export interface DrivenPage {
  readonly url: string;
  evaluate(expression: string): Promise<unknown>;
  /** By a trusted event of the mouse, on the element that the expression finds. */
  click(element: string): Promise<void>;
  goTo(url: string): Promise<void>;
}

export interface DrivenPages {
  list(): Promise<DrivenPage[]>;
  close(): void;
}

const PATIENCE_MS = 15_000;

export class Person {
  readonly pages: DrivenPages;

  private constructor(pages: DrivenPages) {
    this.pages = pages;
  }

  static async open(engine: 'chromium' | 'firefox', stage: BrowserStage): Promise<Person> {
    const pages =
      engine === 'chromium' ? openChromiumPages(stage.browser) : await openFirefoxPages(stage.profileFolder);
    return new Person(pages);
  }

  /** Goes there in the tab that the browser came with. */
  async browseTo(url: string): Promise<void> {
    const [first] = await eventually('a tab', async () => {
      const pages = await this.pages.list();
      return pages.length > 0 && pages;
    });
    await first?.goTo(url);
  }

  /** The page that asks, or with an empty hash the panel in a tab of its own, once it has heard from the background. */
  panel(hash: '' | '#asking'): Promise<DrivenPage> {
    const look = async () => {
      const panel = (await this.pages.list()).find(({ url }) => url.endsWith(`/panel.html${hash}`));
      const status = await panel?.evaluate('document.getElementById("link-status")?.textContent').catch(() => '');
      return status ? panel : undefined;
    };
    return eventually(`a panel ${hash}`, look, PATIENCE_MS);
  }

  /** Waits until the panel has a button of this label, and clicks it. */
  async click(label: string, hash: '' | '#asking' = ''): Promise<void> {
    const panel = await this.panel(hash);
    const button = `document.querySelector(${JSON.stringify(`[aria-label="${label}"]`)})`;
    const isReady = `${button} !== null && document.querySelector('[aria-busy]') === null`;
    const becomesReady = () =>
      eventually(`a button ${label}`, async () => (await panel.evaluate(isReady)) === true, PATIENCE_MS);
    await becomesReady();
    if (hash !== '' && (await panel.evaluate('document.hasFocus()')) !== true) {
      // A click that brings a window to the front answers nothing.
      await panel.click('document.getElementById("link-status")');
      await becomesReady();
    }
    await this.#showViewOf(panel, button);
    await panel.click(button);
  }

  /** Clicks the tab of the view that the element is in, unless it is shown. */
  async #showViewOf(panel: DrivenPage, element: string): Promise<void> {
    const tab = `document.getElementById(${element}.closest('[role=tabpanel][hidden]')?.getAttribute('aria-labelledby'))`;
    if ((await panel.evaluate(`${tab} !== null`)) === true) await panel.click(tab);
  }

  /** What a section of the panel says, once it says this. */
  async sees(section: string, words: string): Promise<string> {
    const panel = await this.panel('');
    const text = `document.getElementById(${JSON.stringify(section)}).innerText`;
    return eventually(
      `"${words}" in ${section}`,
      async () => {
        const shown = String(await panel.evaluate(text));
        return shown.includes(words) ? shown : undefined;
      },
      PATIENCE_MS,
    );
  }

  close(): void {
    this.pages.close();
  }
}
