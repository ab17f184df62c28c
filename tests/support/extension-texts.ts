// The extension's own texts for unit tests: what a browser reads from _locales.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './test-sources.ts';

const messages: Readonly<Record<string, { readonly message: string }>> = JSON.parse(
  readFileSync(join(projectRoot, 'packages/browser-extension/_locales/en/messages.json'), 'utf8'),
);

Object.assign(globalThis, {
  chrome: {
    i18n: {
      getMessage: (name: string, about: readonly string[]) =>
        (messages[name]?.message ?? '').replaceAll(/\$(\d)/g, (_, digit: string) => about[Number(digit) - 1] ?? ''),
    },
  },
});
