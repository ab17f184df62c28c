// Input and output fields shared by tools.
import * as z from 'zod';
import { message } from './editor-reply.ts';

export const path = z
  .string()
  .describe('Relative to the first workspace folder, or absolute inside any workspace folder.');

/** Output of every tool that proposes a change. */
export const reviewFields = {
  status: z
    .enum(['accepted', 'rejected', 'pending', 'conflict'])
    .describe(
      'pending: the user has not decided, call get_review. conflict: the file changed meanwhile, read it again.',
    ),
  path: z.string(),
  operation: z.enum(['created', 'modified']).optional(),
  user_edits: z.string().optional().describe('Unified diff from your proposal to what the user accepted.'),
  format_edits: z.string().optional().describe('Unified diff from what the user accepted to what the formatter saved.'),
  reverted_hunks: z.number().optional().describe('Hunks of yours that the user reverted.'),
  unchanged: z.boolean().optional().describe('True if the file already had this text.'),
  line_endings: z.enum(['LF', 'CRLF']).optional().describe('Of all lines now, if they were mixed.'),
  note: z.string().optional().describe('A note from the user.'),
  new_diagnostics: z
    .string()
    .optional()
    .describe('New problems with this change, in this file and other open ones, one per line.'),
  diagnostics_state: z
    .enum(['settled', 'timed_out', 'no_provider'])
    .optional()
    .describe('Whether the editor finished checking for problems.'),
  final_content_sha256: z.string().optional().describe('Of the bytes on disk now.'),
  review_id: z.string().optional(),
  reason: z.string().optional(),
  message,
} as const;

/** Additional output for changes by blocks. */
export const blockFields = {
  partial: z.boolean().optional(),
  failed_blocks: z.array(z.number()).optional().describe('Numbers from 0.'),
  failures: z
    .array(z.object({ block: z.number(), error: z.string(), search: z.string(), nearest: z.string().optional() }))
    .optional(),
} as const;
