// The person in front of the editor: what one sees, clicks and types.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import { projectRoot } from '../../support/test-sources.ts';
import type { Locator, Page } from './chromium.ts';

/** Bound in the settings of the tests' VS Code: the command palette takes a second for each. */
export const tidyKeys = {
  closeEditors: 'Control+Alt+F10',
  clearNotifications: 'Control+Alt+F11',
  rejectAll: 'Control+Alt+F12',
} as const;

/** As a person takes before a decision. */
const PAUSE_MS = 100;

const artifacts = join(projectRoot, '.artifacts', 'editor');

export class Person {
  readonly page: Page;
  readonly #deadlineMs: number;

  constructor(page: Page, deadlineMs = 10_000) {
    this.page = page;
    this.#deadlineMs = deadlineMs;
    page.setDefaultTimeout(deadlineMs);
  }

  async #eventually(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
    await eventually(what, look, this.#deadlineMs);
  }

  /** Kept for people to look at; a failing test leaves one of its own. */
  async takePicture(name: string): Promise<void> {
    mkdirSync(artifacts, { recursive: true });
    await this.page.screenshot({ path: join(artifacts, `${name}.png`) });
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string, delay = 0): Promise<void> {
    await this.page.keyboard.type(text, { delay });
  }

  /** Through the command palette, by the title shown there. */
  async runCommand(title: string): Promise<void> {
    await this.#pick('F1', title);
  }

  /** An editor that comes or closes takes the keyboard from the list of choices, or the list with it; a person opens it again. */
  async #pick(key: string, text: string): Promise<void> {
    const row = this.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
    const isShown = (what: Locator) => isDone(what.waitFor({ timeout: 3000 }));
    const isPicked = async () => {
      if (await this.quickInput.isVisible()) await this.press('Escape');
      await this.press(key);
      if (!(await isShown(this.quickInput))) return false;
      await this.page.keyboard.insertText(text);
      return (await isShown(row)) && (await isDone(row.click({ timeout: 3000 })));
    };
    for (let tries = 1; !(await isPicked()); tries += 1)
      if (tries === 3) throw new Error(`"${text}" is not offered for a choice.`);
  }

  /** Opens a file by name, in the active group, and waits until its text has the cursor. */
  async openFile(name: string): Promise<void> {
    await this.#pick('Control+p', name);
    await this.page.locator('.tab.active', { hasText: name }).first().waitFor();
    await this.#eventually(`${name} has the cursor`, () => this.isTyping());
    // VS Code remembers where the cursor was.
    await this.press('Control+Home');
  }

  /** Whether the keyboard's focus is in a text editor. */
  async isTyping(): Promise<boolean> {
    return this.page.evaluate("document.activeElement?.closest('.monaco-editor') !== null");
  }

  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget:not([style*="display: none"]) .quick-input-box input').first();
  }

  tab(name: string): Locator {
    return this.page.locator('.tab', { hasText: name }).first();
  }

  /** The labels that screen readers get would say more; these are as drawn, group by group. */
  async tabTitles(): Promise<string[]> {
    const texts = await this.page.locator('.tab .tab-label').allInnerTexts();
    return texts.map((text) => text.replaceAll('\n', ''));
  }

  /** Waits for the diff of a change to this file. */
  async seesReview(name: string): Promise<void> {
    await this.tab(`${name} ← `).waitFor();
    await this.diff.waitFor();
    await this.statusItem(/reviews? waiting/).waitFor();
  }

  /** Waits until the diff that was asked for has the cursor. */
  async isInReview(name: string): Promise<void> {
    await this.page.locator('.editor-group-container.active .tab.active', { hasText: `${name} ← ` }).waitFor();
    await this.titleButton('Accept Change').waitFor();
    await this.#eventually(`the review of ${name} has the cursor`, async () => (await this.#reviewedFile()) === name);
  }

  /** Of the diff that has the cursor: its file, by name. While VS Code goes to another diff, its tab is ahead of its text. */
  async #reviewedFile(): Promise<string | undefined> {
    const found = await this.page.evaluate(`(() => {
      const within = (part) => document.activeElement?.closest(part);
      const tab = document.querySelector('.editor-group-container.active .tab.active')?.textContent ?? '';
      if (within('.notebook-text-diff-editor')) return tab.split(' ← ')[0];
      const { uri = '' } = within('.monaco-diff-editor') ? (within('.monaco-editor')?.dataset ?? {}) : {};
      const name = decodeURIComponent(uri.split('/').at(-1));
      return uri.startsWith('sallyport-diff:') && tab.startsWith(name + ' ← ') ? name : undefined;
    })()`);
    return typeof found === 'string' ? found : undefined;
  }

  /** From the list of reviews, whose rows may move under the mouse when another one ends. */
  async openReview(name: string): Promise<void> {
    const shown = this.page.locator('.editor-group-container.active .tab.active', { hasText: `${name} ← ` });
    await this.#eventually(`the review of ${name} is shown`, async () => {
      if (await shown.isVisible()) return true;
      await this.listed(name)
        .click({ timeout: 2000 })
        .catch(() => {});
      await shown.waitFor({ timeout: 2000 }).catch(() => {});
      return false;
    });
    await this.isInReview(name);
  }

  /** By its key, in the diff that has the cursor, or else in the only one that waits. */
  async accept(): Promise<void> {
    await this.#enterReview();
    await this.press('Control+Alt+Enter');
  }

  async reject(): Promise<void> {
    await this.#enterReview();
    await this.press('Control+Alt+Backspace');
  }

  async #enterReview(): Promise<void> {
    const first = this.page.locator('.quick-input-list .monaco-list-row').first();
    let askAt = 0;
    let chosen: string | undefined;
    await this.#eventually('the review has the cursor', async () => {
      const name = await this.#reviewedFile();
      if (name !== undefined && name === (chosen ?? name)) {
        // After a decision VS Code may be about to go on to the next diff, and a key pressed then is lost.
        await delay(PAUSE_MS);
        return (await this.#reviewedFile()) === name;
      }
      if (name !== undefined) return false;
      if (await first.isVisible()) {
        // Of several reviews, the first. By a click: an Enter that comes when the list is gone is typed into the review.
        const label = await first.locator('.label-name').first().innerText();
        const click = first.click({ timeout: 1000 });
        chosen = await click.then(
          () => label.split('/').at(-1),
          () => undefined,
        );
        return false;
      }
      if (Date.now() < askAt) return false;
      // Asked once and waited for: the list of a second key may come late, over the review.
      await this.press('Control+Alt+r');
      askAt = Date.now() + 4000;
      return false;
    });
    // A moment after the cursor came, VS Code knows what its keys mean there; the buttons appear with it.
    await this.titleButton('Accept Change').waitFor();
  }

  /** Takes back the hunk with this proposed line, by the arrow beside it, until the right side reads as the original. */
  async revertHunk(proposed: string, original: string): Promise<void> {
    await this.#eventually(`"${proposed}" is taken back`, async () => {
      if (await this.proposedLine(original).isVisible()) return true;
      await this.proposedLine(proposed).hover();
      const line = await this.proposedLine(proposed).boundingBox();
      // In the order of the page they are not sorted from top to bottom.
      for (const arrow of await this.page.locator('.monaco-diff-editor .gutterItem .action-label').all()) {
        const box = await arrow.boundingBox();
        if (box !== null && line !== null && Math.abs(box.y - line.y) < 10) await arrow.click({ timeout: 1000 });
      }
      return false;
    });
  }

  /** The side bar with questions and reviews; a second click on its icon would hide it. */
  async openList(): Promise<void> {
    const title = this.page.locator('.sidebar .composite.title', { hasText: 'Sallyport' }).first();
    if (await title.isVisible()) return;
    await this.page.locator('.activitybar .action-item:has([aria-label^="Sallyport"])').first().click();
    await title.waitFor();
  }

  /** A row of the list of reviews. */
  listed(name: string): Locator {
    return this.page.locator('.sidebar .monaco-list-row', { hasText: name }).first();
  }

  /** In the list of choices that is open. */
  async choose(text: string): Promise<void> {
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first().click();
  }

  /** In the input box of this title. */
  async answerInput(title: string, text: string): Promise<void> {
    await this.page.locator('.quick-input-title', { hasText: title }).first().waitFor();
    await this.page.keyboard.insertText(text);
    await this.press('Enter');
  }

  /** Opens the view of questions, once one waits. */
  async seesQuestion(): Promise<void> {
    const waiting = this.statusItem(/questions? waiting/);
    await waiting.waitFor();
    if (!(await this.questionRows.first().isVisible())) await waiting.click();
    await this.questionRows.first().waitFor();
  }

  get questionRows(): Locator {
    return this.page.locator('.pane', { hasText: /^Questions/ }).locator('.monaco-list-row');
  }

  /** Answers the first question, by the label of an answer. */
  async answerQuestion(label: string): Promise<void> {
    await this.seesQuestion();
    const row = this.questionRows.filter({ hasText: new RegExp(`^\\s*${label}\\s*$`) }).first();
    const asked = await this.questionCount();
    // Answers that come too soon do not count: click until the question is gone, or until it opens an input.
    await this.#eventually('the question is answered', async () => {
      if ((await this.questionCount()) < asked || (await this.quickInput.isVisible())) return true;
      await row.click({ timeout: 1000 }).catch(() => {});
      return false;
    });
  }

  /** As the status bar says. */
  async questionCount(): Promise<number> {
    const [text = '0'] = await this.statusItem(/questions? waiting/).allInnerTexts();
    return Number.parseInt(text, 10);
  }

  /** A line of the editable right side of the diff that is visible; removed lines are drawn there too, in zones. */
  proposedLine(text: string): Locator {
    const lines = '.monaco-diff-editor .editor.modified .lines-content > .view-lines > .view-line';
    return this.page.locator(lines, { hasText: text }).first();
  }

  get diff(): Locator {
    return this.page.locator('.monaco-diff-editor').first();
  }

  async closeTab(name: string): Promise<void> {
    await this.tab(name).hover();
    await this.tab(name).locator('.tab-actions .action-label').first().click();
  }

  /** A button in the title of the editor group, by the title of its command. */
  titleButton(title: string): Locator {
    return this.page.locator(`.editor-actions [aria-label^="${title}"]`).first();
  }

  toastButton(text: string): Locator {
    return this.page.locator('.notifications-toasts a', { hasText: text }).first();
  }

  /** Clicks without mouse and focus, as if somebody else did while this person types. */
  async clickFromAfar(selector: string): Promise<void> {
    await this.page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
  }

  dialogButton(text: string | RegExp): Locator {
    return this.page.locator('.monaco-dialog-box .monaco-button', { hasText: text }).first();
  }

  /** Of the output panel that is open, as far as it is drawn, with wrapped ones made whole. */
  async logLines(): Promise<string[]> {
    const lines = await this.page.locator('.output-view .view-lines').first().innerText();
    return lines.split(/\n(?=\d{4}-\d{2}-\d{2}\s)/).map((line) => line.replaceAll(/\s+/g, ' '));
  }

  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text }).first();
  }

  /** Closes every editor and every notification; unsaved text is dropped. */
  async clearDesk(): Promise<void> {
    await this.press('Escape');
    // Of a test that failed.
    if (await this.statusItem(/reviews? waiting/).isVisible()) await this.press(tidyKeys.rejectAll);
    await eventually(
      'all editors are closed',
      async () => {
        if (await this.dialogButton("Don't Save").isVisible()) await this.dialogButton("Don't Save").click();
        if ((await this.page.locator('.tab').count()) === 0) return true;
        await this.press(tidyKeys.closeEditors);
        return false;
      },
      20_000,
    );
    await this.press(tidyKeys.clearNotifications);
    await this.page.locator('.notification-toast').first().waitFor({ state: 'hidden' });
  }
}

function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
