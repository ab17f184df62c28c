// The plain server of policy tests as an entry of config.json, and the looks a test takes at it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GatewayWorld } from './gateway-world.ts';

const program = fileURLToPath(new URL('./servers/plain-server.mjs', import.meta.url));

export interface PlainServerOptions {
  /** The description of its tool `echo`. */
  readonly describe?: string;
  /** More of config.json. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Its entry in config.json. */
export function plainServer(...args: readonly string[]): {
  readonly command: string;
  readonly args: readonly string[];
} {
  return { command: process.execPath, args: [program, ...args] };
}

/** Gives the home of a world one server, `plain`. */
export function configurePlainServer({ home }: Pick<GatewayWorld, 'home'>, options: PlainServerOptions = {}): void {
  const described = options.describe === undefined ? [] : [`--describe=${options.describe}`];
  const plain = plainServer(`--log=${join(home, 'plain.log')}`, ...described);
  writeFileSync(join(home, 'config.json'), JSON.stringify({ ...options.config, mcpServers: { plain } }, null, 2));
}

/** What reached the server, a line each: `call echo`, `cancelled hang`. */
export function plainServerLog({ home }: Pick<GatewayWorld, 'home'>): readonly string[] {
  const path = join(home, 'plain.log');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}
