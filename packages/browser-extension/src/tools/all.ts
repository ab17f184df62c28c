// Every tool of the browser, sorted by name, so that agents' prompt caches stay warm.

import type { ToolDeclaration } from '@sallyport/protocol';
import { type AnyTool, declarationOf } from '@sallyport/protocol/tool';
import { clickTool } from './click.ts';
import type { ToolContext } from './context.ts';
import { navigateTool } from './navigate.ts';
import { screenshotTool } from './screenshot.ts';
import { snapshotTool } from './snapshot.ts';
import { tabsTool } from './tabs.ts';

export const browserTools: readonly AnyTool<ToolContext>[] = [
  clickTool,
  navigateTool,
  screenshotTool,
  snapshotTool,
  tabsTool,
];

export function browserDeclarations(): ToolDeclaration[] {
  return browserTools.map(declarationOf);
}
