// A tool's two spellings: `app/tool` inside, `app__tool` towards MCP clients, which know no slash.
import { createHash } from 'node:crypto';

/** Some clients count their own prefix in and drop what is longer than 60 characters together. */
const MCP_NAME_MAX = 60;
const HASH_LENGTH = 8;

/** Apps of the product itself; no server of the user's can have these names. */
const ownApps: readonly string[] = ['browser', 'editor', 'page', 'sallyport'];

export function isOwnApp(appId: string): boolean {
  return ownApps.includes(appId);
}

/** A tool of ours is of the family that it declares, or of its app's own; all tools of a user's server are one family. */
export function familyOf(appId: string, declared?: string): string {
  if (!isOwnApp(appId)) return appId;
  return declared ?? (appId === 'browser' ? 'core' : appId);
}

/** Whether a name, in either spelling, can be one of this app's tools. */
export function isToolOf(appId: string, name: string): boolean {
  return name.startsWith(`${appId}/`) || name.startsWith(`${appId}__`);
}

/** Whether a name, in either spelling, is of the product's own. */
export function isOwnTool(name: string): boolean {
  return ownApps.some((appId) => isToolOf(appId, name));
}

export function insideName(appId: string, tool: string): string {
  return `${appId}/${tool}`;
}

/** A pure function of both names, so that a policy never points at another tool after a restart. */
export function mcpName(appId: string, tool: string): string {
  const name = `${appId}__${tool}`.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  if (name.length <= MCP_NAME_MAX) return name;
  const hash = createHash('sha256').update(insideName(appId, tool)).digest('hex').slice(0, HASH_LENGTH);
  return `${name.slice(0, MCP_NAME_MAX - HASH_LENGTH - 1)}_${hash}`;
}
