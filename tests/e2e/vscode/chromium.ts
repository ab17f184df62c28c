// The little of playwright-core that the editor's tests use; the package itself lives beside code-server.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { editorFolder } from '../../../scripts/editor-folder.ts';

export interface Locator {
  first(): Locator;
  last(): Locator;
  nth(index: number): Locator;
  locator(selector: string): Locator;
  count(): Promise<number>;
  click(options?: {
    readonly timeout?: number;
    readonly button?: 'left' | 'right';
    readonly force?: boolean;
  }): Promise<void>;
  hover(options?: { readonly timeout?: number }): Promise<void>;
  all(): Promise<Locator[]>;
  boundingBox(): Promise<{ readonly x: number; readonly y: number } | null>;
  dragTo(target: Locator): Promise<void>;
  isVisible(): Promise<boolean>;
  innerText(options?: { readonly timeout?: number }): Promise<string>;
  allInnerTexts(): Promise<string[]>;
  getAttribute(name: string): Promise<string | null>;
  waitFor(options?: { readonly state?: 'visible' | 'hidden'; readonly timeout?: number }): Promise<void>;
  filter(options: { readonly hasText?: string | RegExp }): Locator;
}

export interface Page {
  readonly keyboard: {
    press(key: string): Promise<void>;
    type(text: string, options?: { readonly delay?: number }): Promise<void>;
    insertText(text: string): Promise<void>;
  };
  readonly mouse: { move(x: number, y: number): Promise<void> };
  locator(selector: string, options?: { readonly hasText?: string | RegExp }): Locator;
  setDefaultTimeout(timeoutMs: number): void;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  goto(url: string, options?: { readonly timeout?: number }): Promise<unknown>;
  reload(): Promise<unknown>;
  screenshot(options: { readonly path: string }): Promise<unknown>;
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

export interface Context {
  pages(): Page[];
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export interface Browser {
  contexts(): Context[];
  close(): Promise<void>;
}

interface Playwright {
  readonly chromium: {
    launchPersistentContext(folder: string, options: object): Promise<Context>;
    connectOverCDP(endpoint: string): Promise<Browser>;
  };
}

export function loadPlaywright(): Playwright {
  const require = createRequire(import.meta.url);
  // Pinned to one exact version, whose documentation this interface is a part of.
  return require(join(editorFolder().path, 'node_modules', 'playwright-core')) as Playwright;
}
