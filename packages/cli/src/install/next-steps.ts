// What a person does after `install`: load the extension into each browser, or connect a client by hand.
import { join } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import type { Engine } from './browsers.ts';
import { clientForms } from './clients/forms.ts';
import type { PresentBrowser } from './present.ts';
import { SHIM_BUNDLE } from './wanted.ts';

export interface LoadStep {
  readonly browsers: readonly string[];
  /** The page in the browser where it is done. */
  readonly page: string;
  readonly button: string;
  readonly path: string;
}

const pages: Readonly<Record<Engine, { readonly page: string; readonly button: string; readonly path: string }>> = {
  chromium: { page: 'chrome://extensions', button: 'Load unpacked', path: 'chromium' },
  firefox: {
    page: 'about:debugging#/runtime/this-firefox',
    button: 'Load Temporary Add-on',
    path: join('firefox', 'manifest.json'),
  },
};

/** Browsers do not let a program install an extension from a folder, so the user does. */
export function loadSteps(browsers: readonly PresentBrowser[], bundles: string): LoadStep[] {
  return (['chromium', 'firefox'] as const).flatMap((engine) => {
    const titles = browsers.filter(({ browser }) => browser.engine === engine).map(({ browser }) => browser.title);
    const { page, button, path } = pages[engine];
    return titles.length === 0 ? [] : [{ browsers: titles, page, button, path: join(bundles, path) }];
  });
}

export function describeLoadSteps(steps: readonly LoadStep[]): string[] {
  if (steps.length === 0) return [];
  return [
    'Load the extension, where it is not loaded yet:',
    ...steps.map(({ browsers, page, button, path }) => {
      const mode = page.startsWith('chrome:') ? ', turn on developer mode' : '';
      return `  ${browsers.join(', ')}: open ${page}${mode}, choose "${button}", and select ${path}`;
    }),
    'Then "sallyport doctor" shows whether they are connected.',
  ];
}

export function noClient(node: string, bundles: string): SallyportError {
  return new SallyportError(
    'ERR_SERVER_UNAVAILABLE',
    `No MCP client was found for this user: ${clientForms.map(({ title }) => title).join(', ')}.`,
    { hint: `Start one once, and try again. Any other client can run: ${node} ${join(bundles, SHIM_BUNDLE)}` },
  );
}
