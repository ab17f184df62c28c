// A tool's two spellings: `app/tool` inside, `app__tool` for MCP clients, which allow no slash.
import { createHash } from 'node:crypto';

/** Some clients add a prefix and drop names longer than 60 characters. */
const MCP_NAME_MAX = 60;
const HASH_LENGTH = 8;

/** The product's own apps; the user's servers cannot have these names. */
const ownApps: readonly string[] = ['browser', 'editor', 'page', 'sallyport'];

export function isOwnApp(appId: string): boolean {
  return ownApps.includes(appId);
}

/** Our own tools declare a family or belong to their app's; all tools of a user's server are one family. */
export function familyOf(appId: string, declared?: string): string {
  if (!isOwnApp(appId)) return appId;
  return declared ?? (appId === 'browser' ? 'core' : appId);
}

/** Whether a name, in either spelling, can be one of this app's tools. */
export function isToolOf(appId: string, name: string): boolean {
  return name.startsWith(`${appId}/`) || name.startsWith(`${appId}__`);
}

/** Whether a name, in either spelling, belongs to one of the product's own apps. */
export function isOwnTool(name: string): boolean {
  return ownApps.some((appId) => isToolOf(appId, name));
}

export function insideName(appId: string, tool: string): string {
  return `${appId}/${tool}`;
}

/** A pure function of both names: after a restart a policy must not point at another tool. */
export function mcpName(appId: string, tool: string): string {
  const name = `${appId}__${tool}`.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  if (name.length <= MCP_NAME_MAX) return name;
  const hash = createHash('sha256').update(insideName(appId, tool)).digest('hex').slice(0, HASH_LENGTH);
  return `${name.slice(0, MCP_NAME_MAX - HASH_LENGTH - 1)}_${hash}`;
}
