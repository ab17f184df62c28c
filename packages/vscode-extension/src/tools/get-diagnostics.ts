// get_diagnostics: lists the problems that the editor shows.
import { limits } from '@sallyport/protocol';
import { defineTool } from '@sallyport/protocol/tool';
import * as z from 'zod';
import { type Problem, severities, type ToolContext } from './context.ts';
import { editorReply, message } from './editor-reply.ts';
import { path } from './fields.ts';
import { optionalField } from './reviewed.ts';

const severity = z.enum(severities);

export const getDiagnosticsTool = defineTool({
  name: 'get_diagnostics',
  title: 'Get diagnostics',
  description:
    'Returns the problems that VS Code shows, one per line: [severity] file:line — message. Without a path, those of the whole ' +
    'workspace. Most languages check only open files: call open_file first.',
  input: z.object({
    path: path.optional().describe('A file or folder; default: the whole workspace.'),
    severity: z
      .union([severity, z.array(severity)])
      .optional()
      .describe('Only these severities.'),
  }),
  output: z.object({
    diagnostics: z.string().describe('One problem per line.'),
    count: z.number(),
    truncated: z.boolean().optional(),
    message,
  }),
  effect: 'read',
  async run(input, context: ToolContext) {
    const below = input.path === undefined ? undefined : (await context.boundary.resolve(input.path)).path;
    const wanted = input.severity === undefined ? severities : [input.severity].flat();
    const found = context
      .problems()
      .filter((problem) => wanted.includes(problem.severity))
      .filter((problem) => below === undefined || context.boundary.contains(below, problem.path))
      .sort(bySeverity);
    const max = limits.editor.diagnosticsMaxLines;
    const lines = found.slice(0, max).map((problem) => renderProblem(problem, context.boundary.show));
    const text = lines.join('\n');
    const isTruncated = found.length > max;
    return editorReply(
      { diagnostics: text, count: lines.length, ...optionalField('truncated', isTruncated || undefined) },
      {
        text: text || 'No problems.',
        shows: ['diagnostics'],
        message: isTruncated ? 'There are more problems: pass a path.' : undefined,
      },
    );
  },
});

export function renderProblem({ severity, path, line, message }: Problem, show: (path: string) => string): string {
  return `[${severity}] ${show(path)}:${line} — ${message.replaceAll(/\s*\n\s*/g, ' ')}`;
}

function bySeverity(a: Problem, b: Problem): number {
  const rank = severities.indexOf(a.severity) - severities.indexOf(b.severity);
  return rank || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
}
