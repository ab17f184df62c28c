// Opens a URL in the user's default browser, without a shell, so that nothing in the URL can run as a command.
import { spawn } from 'node:child_process';

/** Program and arguments. */
export function openerFor(platform: NodeJS.Platform, address: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}

/**
 * Does nothing where there is no browser: the caller also prints the URL. Nobody waits for the child or ends it: it may become the
 * browser itself, which has to outlive this command.
 */
export function openAddress(platform: NodeJS.Platform, address: string): void {
  const [program, ...args] = openerFor(platform, address);
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  child.once('error', () => {});
  child.unref();
}
