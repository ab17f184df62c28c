// Every browser tool, sorted by name: a stable order keeps prompt caches valid.

import type { ToolDeclaration } from '@sallyport/protocol';
import { type AnyTool, declarationOf } from '@sallyport/protocol/tool';
import { annotatedScreenshotTool, zoomTool } from './annotated-screenshot.ts';
import { clickTool, dragTool, hoverTool } from './click.ts';
import { consoleMessagesTool } from './console-messages.ts';
import type { ToolContext } from './context.ts';
import { handleDialogTool } from './dialog.ts';
import { downloadsTool } from './downloads.ts';
import { emulateTool } from './emulate.ts';
import { evaluateTool } from './evaluate.ts';
import { findTool, readTextTool } from './find.ts';
import { mouseClickXyTool, mouseDragXyTool, mouseWheelTool } from './mouse-xy.ts';
import { navigateTool } from './navigate.ts';
import { networkRequestsTool } from './network-requests.ts';
import { pdfSaveTool } from './pdf-save.ts';
import { recordTool } from './record.ts';
import { screenshotTool } from './screenshot.ts';
import { scrollTool } from './scroll.ts';
import { selectTextTool } from './select-text.ts';
import { snapshotTool } from './snapshot.ts';
import { cookiesTool, storageTool } from './state.ts';
import { storageStateTool } from './storage-state.ts';
import { tabsTool } from './tabs.ts';
import { fillFormTool, pressKeyTool, selectOptionTool, typeTool } from './type.ts';
import { uploadTool } from './upload.ts';
import { waitForTool } from './wait-for.ts';

export const browserTools: readonly AnyTool<ToolContext>[] = [
  annotatedScreenshotTool,
  clickTool,
  consoleMessagesTool,
  cookiesTool,
  downloadsTool,
  dragTool,
  emulateTool,
  evaluateTool,
  fillFormTool,
  findTool,
  handleDialogTool,
  hoverTool,
  mouseClickXyTool,
  mouseDragXyTool,
  mouseWheelTool,
  navigateTool,
  networkRequestsTool,
  pdfSaveTool,
  pressKeyTool,
  readTextTool,
  recordTool,
  screenshotTool,
  scrollTool,
  selectOptionTool,
  selectTextTool,
  snapshotTool,
  storageTool,
  storageStateTool,
  tabsTool,
  typeTool,
  uploadTool,
  waitForTool,
  zoomTool,
];

export function browserDeclarations(): ToolDeclaration[] {
  return browserTools.map(declarationOf);
}
