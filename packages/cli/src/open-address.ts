// Opens an address in the person's own browser, as the desktop has it; without a shell, so that nothing in it is a command.
import { spawn } from 'node:child_process';

/** Program and arguments. */
export function openerFor(platform: NodeJS.Platform, address: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}

/** Where there is no browser nothing happens; the address is printed besides. */
export function openAddress(platform: NodeJS.Platform, address: string): void {
  const [program, ...args] = openerFor(platform, address);
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  child.once('error', () => {});
  child.unref();
}
