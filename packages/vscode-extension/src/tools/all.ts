// Every tool of the editor, sorted by name, so that agents' prompt caches stay warm.
import type { AnyTool } from '@sallyport/protocol/tool';
import { applyDiffTool } from './apply-diff.ts';
import { getCommandOutputTool, killCommandTool } from './command-jobs.ts';
import type { ToolContext } from './context.ts';
import { executeCommandTool } from './execute-command.ts';
import { getDiagnosticsTool } from './get-diagnostics.ts';
import { getReviewTool } from './get-review.ts';
import { listFilesTool } from './list-files.ts';
import { readFileTool } from './read-file.ts';
import { searchFilesTool } from './search-files.ts';
import { writeFileTool } from './write-file.ts';

export const editorTools: readonly AnyTool<ToolContext>[] = [
  applyDiffTool,
  executeCommandTool,
  getCommandOutputTool,
  getDiagnosticsTool,
  getReviewTool,
  killCommandTool,
  listFilesTool,
  readFileTool,
  searchFilesTool,
  writeFileTool,
];
