// SECURITY.md says for each attacker which tests show the guard, and no attack that was tried is left out of it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles, projectRoot } from '../support/test-sources.ts';

const page = readFileSync(join(projectRoot, 'SECURITY.md'), 'utf8');
const [, guarded = ''] = /^## What it guards against\n([\s\S]*?)^## /m.exec(page) ?? [];
const rows = guarded.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| who |'));
const linksIn = (text: string) => Array.from(text.matchAll(/\]\(([^)]+\.test\.ts)\)/g), ([, path = '']) => path);

describe('the table of attackers', () => {
  it('has tests for each of them', () => {
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter((row) => linksIn(row).length === 0)).toEqual([]);
    expect(linksIn(guarded).filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });

  it('links every attack', () => {
    const attacks = findFiles(['tests/contract/attacks', 'tests/e2e/attacks'], /\.test\.ts$/);
    expect(attacks.length).toBeGreaterThan(9);
    expect(attacks.filter((path) => !linksIn(guarded).includes(path))).toEqual([]);
  });

  it('is named by each attack as it stands there', () => {
    const attackers = rows.map((row) => row.split('|')[1]?.trim());
    for (const path of findFiles(['tests/contract/attacks', 'tests/e2e/attacks'], /\.test\.ts$/)) {
      const [head = ''] = readFileSync(join(projectRoot, path), 'utf8').split('\n');
      const named = Array.from(head.matchAll(/"([^"]+)"/g), ([, name]) => name);
      expect(named.length, path).toBeGreaterThan(0);
      for (const name of named) expect(attackers, path).toContain(name);
    }
  });
});
