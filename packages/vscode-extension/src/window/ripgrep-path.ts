// Finds the editor's own ripgrep, whose path changed between releases.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export function findRipgrep(appRoot: string, platform: NodeJS.Platform, arch: string): string | undefined {
  const name = platform === 'win32' ? 'rg.exe' : 'rg';
  const folders = ['node_modules', 'node_modules.asar.unpacked'];
  const places = [`@vscode/ripgrep-universal/bin/${platform}-${arch}`, '@vscode/ripgrep/bin', 'vscode-ripgrep/bin'];
  return folders
    .flatMap((folder) => places.map((place) => join(appRoot, folder, place, name)))
    .find((path) => existsSync(path));
}
