// The VS Code extension as it is built: its bundle, its package, and what its manifest contributes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/test-sources.ts';
import { verifies } from '../support/verifies.ts';

const built = (...parts: string[]) => readFileSync(join(projectRoot, 'dist', ...parts));
const manifest = () => JSON.parse(built('vscode', 'package.json').toString());

/** The names in a zip's central directory. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf('PK\u0001\u0002'); at !== -1; at = zip.indexOf('PK\u0001\u0002', at + 46)) {
    names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString());
  }
  return names;
}

describe('the built extension', () => {
  it(verifies('is one file without VS Code in it, and a package made of it', 'S2-verify-01-build'), () => {
    const bundle = built('vscode', 'dist', 'extension.js').toString();
    expect(bundle).toContain('require("vscode")');
    const required = [...bundle.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name);
    expect([...new Set(required)].filter((name) => name !== 'vscode' && !name.startsWith('node:'))).toEqual([]);
    expect(manifest()).toMatchObject({ name: 'sallyport', publisher: 'sallyport', main: './dist/extension.js' });
    expect(namesIn(built('sallyport.vsix'))).toEqual([
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/package.json',
      'extension/dist/extension.js',
      'extension/icon.png',
      'extension/LICENSE.txt',
      'extension/README.md',
    ]);
  });

  it(verifies('is a bridge only: no webview, no AI provider, no chat', 'S2-bridge-only'), () => {
    const { contributes } = manifest();
    expect(Object.keys(contributes).sort()).toEqual([
      'commands',
      'configuration',
      'configurationDefaults',
      'keybindings',
      'mcpServerDefinitionProviders',
      'menus',
      'resourceLabelFormatters',
      'views',
      'viewsContainers',
      'viewsWelcome',
    ]);
    expect(JSON.stringify(contributes.views)).not.toContain('webview');
    expect(built('vscode', 'dist', 'extension.js').toString()).not.toMatch(
      /createWebviewPanel|registerWebview|createChatParticipant/,
    );
  });

  it(
    verifies(
      'has the settings of the seed, of the machine alone',
      'S2-setting-port',
      'S2-setting-auto-start',
      'S2-setting-approval-mode',
      'S2-setting-diagnostic-delay',
      'S2-setting-require-auth',
    ),
    () => {
      const { contributes, capabilities } = manifest();
      const properties: Record<string, { default: unknown; scope: string }> = contributes.configuration.properties;
      expect(Object.fromEntries(Object.entries(properties).map(([name, { default: value }]) => [name, value]))).toEqual(
        {
          'sallyport.port': 5765,
          'sallyport.autoStart': true,
          'sallyport.approvalMode': 'write-only',
          'sallyport.diagnosticDelay': 1500,
          'sallyport.requireAuth': true,
          'sallyport.autoConfigure': 'auto',
        },
      );
      expect(new Set(Object.values(properties).map(({ scope }) => scope))).toEqual(new Set(['machine']));
      expect(capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(Object.keys(properties).sort());
      expect(contributes.configuration.properties['sallyport.approvalMode'].enum).toEqual([
        'write-only',
        'always',
        'never',
      ]);
    },
  );

  it(verifies('says in SECURITY.md what the token keeps out and what it does not', 'S2-threat-model'), () => {
    const page = readFileSync(join(projectRoot, 'SECURITY.md'), 'utf8').replaceAll(/\s+/g, ' ');
    expect(page).toContain("another local program at the editor's door");
    expect(page).toMatch(/VS Code extensions: .* a malicious one is not defended against/);
  });
});
