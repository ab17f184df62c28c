import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { manifestFor, targets } from '../base/manifest.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const messages: Record<string, { message: string }> = JSON.parse(
  readFileSync(join(folder, '../../_locales/en/messages.json'), 'utf8'),
);
const sources = readdirSync(join(folder, '..'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.(ts|html)$/.test(name))
  .map((name) => readFileSync(join(folder, '..', name), 'utf8'))
  .join('\n');
const manifests = JSON.stringify(targets.map(manifestFor));

describe('the texts that people read', () => {
  it('are all there', () => {
    const named = [
      ...sources.matchAll(/\btext\('(\w+)'/g),
      ...sources.matchAll(/data-(?:text|label)="(\w+)"/g),
      ...manifests.matchAll(/__MSG_(\w+)__/g),
    ].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !Object.hasOwn(messages, name ?? ''))).toEqual([]);
  });

  it('are all used', () => {
    const isUsed = (name: string) => new RegExp(`['"]${name}['"]|__MSG_${name}__`).test(sources + manifests);
    expect(Object.keys(messages).filter((name) => !isUsed(name))).toEqual([]);
  });

  it('are those that the page has before it is filled', () => {
    const page = readFileSync(join(folder, 'panel.html'), 'utf8');
    const words = [...page.matchAll(/data-text="(\w+)"[^<>]*>([^<]*)</g)];
    expect(words.map(([, , written]) => written)).toEqual(words.map(([, name]) => messages[name ?? '']?.message));
    expect(
      page
        .replaceAll(/<title>.*<\/title>|data-text="\w+"[^<>]*>[^<]*</g, '')
        .replaceAll(/<[^>]*>?/g, '')
        .trim(),
    ).toBe('');
  });
});
