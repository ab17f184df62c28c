// The tools of all linked browsers as one list.
import type { ToolDeclaration } from '@sallyport/protocol';

/**
 * By name, the newest link last. When several browsers have a tool, its last declaration wins; but a session may use any of them, and one that lets
 * no step of a batch wait would run it at once.
 */
export function mergedTools(lists: readonly (readonly ToolDeclaration[])[]): Map<string, ToolDeclaration> {
  const merged = new Map<string, ToolDeclaration>();
  for (const tool of lists.flat()) {
    const isAllowedToWait = merged.get(tool.name)?.awaitsStep ?? !merged.has(tool.name);
    merged.set(tool.name, isAllowedToWait ? tool : withoutWaiting(tool));
  }
  return merged;
}

function withoutWaiting({ awaitsStep: _, ...tool }: ToolDeclaration): ToolDeclaration {
  return tool;
}
