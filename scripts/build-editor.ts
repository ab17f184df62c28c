// Builds the VS Code extension: an unpacked folder, dist/vscode, and dist/sallyport.vsix made of the same files.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { type ZipEntry, zip } from '../packages/cli/src/zip.ts';

/** The part of the workspace's package.json that VS Code reads; the name there belongs to npm. */
const manifestKeys = [
  'version',
  'displayName',
  'description',
  'license',
  'publisher',
  'categories',
  'keywords',
  'icon',
  'engines',
  'main',
  'extensionKind',
  'activationEvents',
  'capabilities',
  'contributes',
];

/** `root` is the project's folder. Replaces what an earlier build left. */
export async function buildEditor(root: string): Promise<void> {
  const manifest = readManifest(root);
  const entries: ZipEntry[] = [
    { path: 'package.json', content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    { path: 'dist/extension.js', content: await bundle(root) },
    { path: 'icon.png', content: readFileSync(join(root, 'packages/vscode-extension/icon.png')) },
    { path: 'LICENSE.txt', content: readFileSync(join(root, 'LICENSE')) },
    { path: 'README.md', content: readFileSync(join(root, 'packages/vscode-extension/README.md')) },
  ];
  const folder = join(root, 'dist/vscode');
  rmSync(folder, { recursive: true, force: true });
  for (const { path, content } of entries) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  writeFileSync(join(root, 'dist/sallyport.vsix'), zip(packed(manifest, entries)));
}

async function bundle(root: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['packages/vscode-extension/src/extension.ts'],
    outfile: 'extension.js',
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    // jsonc-parser's main entry requires its parts in a way that esbuild cannot follow.
    mainFields: ['module', 'main'],
    conditions: ['@sallyport/source'],
    legalComments: 'none',
    // VS Code waits for it at each start. Names stay, for the stacks in the log.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild made no bundle of the VS Code extension');
  return file.contents;
}

function readManifest(root: string): Record<string, unknown> {
  const written: Record<string, unknown> = JSON.parse(
    readFileSync(join(root, 'packages/vscode-extension/package.json'), 'utf8'),
  );
  return { name: 'sallyport', ...Object.fromEntries(manifestKeys.map((key) => [key, written[key]])) };
}

/** A .vsix is a zip of the folder `extension` and two files that say what it is. */
function packed(manifest: Record<string, unknown>, entries: readonly ZipEntry[]): ZipEntry[] {
  return [
    { path: '[Content_Types].xml', content: Buffer.from(contentTypes) },
    { path: 'extension.vsixmanifest', content: Buffer.from(vsixManifest(manifest)) },
    ...entries.map(({ path, content }) => ({ path: `extension/${path}`, content })),
  ];
}

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".js" ContentType="application/javascript"/>
  <Default Extension=".png" ContentType="image/png"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".txt" ContentType="text/plain"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
`;

function vsixManifest({ version, publisher, displayName, description, engines }: Record<string, unknown>): string {
  const engine = JSON.parse(JSON.stringify(engines)).vscode;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="sallyport" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Categories>Other</Categories>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/icon.png</Icon>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engine}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icon.png" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}
