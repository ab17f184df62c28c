import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type KeptSignIns, openSignInDocument } from './sign-in-document.ts';

const signIns: KeptSignIns = {
  'https://mcp.example.org/mcp': {
    issuer: 'https://auth.example.org',
    client: { id: 'c', secret: 's', authMethod: 'client_secret_post', redirectUri: 'http://127.0.0.1:1/callback' },
    resourceMetadataUrl: 'https://mcp.example.org/described',
    tokens: { access: 'a', refresh: 'r', scope: 'read', freshUntilMs: 7 },
  },
  'https://other.example.org/': { issuer: 'https://other.example.org', client: { id: 'd' } },
};

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-sign-ins-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const told: string[] = [];
  const document = openSignInDocument({ folder, now: () => 0, nonce: 'n', tell: (line) => told.push(line) });
  return { document, told, folder, path: join(folder, 'sign-ins.json') };
}

it('what was kept is read again, from a file of its owner alone', () => {
  const { document, path } = open();
  expect(document.load()).toEqual({});
  document.save(signIns);
  expect(document.load()).toEqual(signIns);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a damaged file is set aside, and what is said of it repeats nothing of it', () => {
  const { document, told, folder, path } = open();
  writeFileSync(path, '{"version": 1, "signIns": {"x": {"tokens": {"access": "a-secret"}}}}');
  expect(document.load()).toEqual({});
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^sign-ins\.json\.damaged-/)]);
  expect(told.join()).toContain('sign in again');
  expect(told.join()).not.toContain('a-secret');
});
