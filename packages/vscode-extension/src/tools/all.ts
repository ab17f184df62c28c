// All editor tools, sorted by name, so that agents' prompt caches stay valid.
import type { AnyTool } from '@sallyport/protocol/tool';
import { applyDiffTool } from './apply-diff.ts';
import { codeActionsTool } from './code-actions.ts';
import { findReferencesTool, goToDefinitionTool } from './code-locations.ts';
import { getCommandOutputTool, killCommandTool, sendToTerminalTool } from './command-jobs.ts';
import type { ToolContext } from './context.ts';
import { getEditorStateTool, openFileTool } from './editor-view.ts';
import { executeCommandTool } from './execute-command.ts';
import { findAndReplaceTool } from './find-and-replace.ts';
import { getDiagnosticsTool } from './get-diagnostics.ts';
import { getReviewTool } from './get-review.ts';
import { getSymbolsTool } from './get-symbols.ts';
import { listFilesTool } from './list-files.ts';
import { deleteFileTool, moveFileTool } from './move-file.ts';
import { readFileTool } from './read-file.ts';
import { renameSymbolTool } from './rename-symbol.ts';
import { searchFilesTool } from './search-files.ts';
import { writeFileTool } from './write-file.ts';

export const editorTools: readonly AnyTool<ToolContext>[] = [
  applyDiffTool,
  codeActionsTool,
  deleteFileTool,
  executeCommandTool,
  findAndReplaceTool,
  findReferencesTool,
  getCommandOutputTool,
  getDiagnosticsTool,
  getEditorStateTool,
  getReviewTool,
  getSymbolsTool,
  goToDefinitionTool,
  killCommandTool,
  listFilesTool,
  moveFileTool,
  openFileTool,
  readFileTool,
  renameSymbolTool,
  searchFilesTool,
  sendToTerminalTool,
  writeFileTool,
];
