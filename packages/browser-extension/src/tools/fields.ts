// Input fields that several tools share.
import { limits } from '@sallyport/protocol';
import * as z from 'zod';

export const tabId = z.number().optional();

/** Its limit is checked and not declared: agents pay for every word of a schema, and do not come near it. */
export function words(maxChars: number): z.ZodString {
  const isIn = ({ length }: string) => length > 0 && length <= maxChars;
  return z.string().refine(isIn, `must have 1 to ${maxChars} characters`);
}

export const url = words(16_384);

export const ref = z.string().describe('From a snapshot: e12.');

export const target = {
  ref: ref.optional(),
  text: z.string().optional().describe('Or its visible text.'),
};

const { snapshotTokens, snapshotMinTokens, snapshotMaxTokens } = limits.page;

export const maxTokens = z.int().min(snapshotMinTokens).max(snapshotMaxTokens).default(snapshotTokens);

export const modifiers = z
  .array(z.enum(['Alt', 'Control', 'Meta', 'Shift']))
  .max(4)
  .default([]);

export const shot = words(40).describe('The id of the screenshot.');
