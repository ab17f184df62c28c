// The gateway's reply to a look, as it is read: what it does not say correctly counts as missing.
import * as z from 'zod';

const panelEntry = z.object({
  number: z.number(),
  kind: z.string(),
  /** ISO 8601. */
  at: z.string(),
  who: z.string().catch(''),
  what: z.string().catch(''),
  site: z.string().optional().catch(undefined),
  outcome: z.string(),
  result: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  durationMs: z.number().optional().catch(undefined),
});

const panelServer = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  transport: z.string().catch(''),
  restarts: z.number().catch(0),
  problem: z.string().optional().catch(undefined),
});

const panelTool = z.object({
  name: z.string(),
  server: z.string(),
  description: z.string().catch(''),
  effect: z.enum(['read', 'change', 'destroy']).catch('change'),
  status: z.string(),
  /** Of a changed tool: its fields as they are now, and the hash that an approval names. */
  changes: z
    .array(z.object({ field: z.string(), value: z.unknown(), before: z.unknown() }))
    .optional()
    .catch(undefined),
  hash: z.string().optional().catch(undefined),
});

export const look = z.object({
  paused: z.boolean(),
  stopped: z.array(z.string()),
  agents: z.array(z.object({ id: z.string(), name: z.string(), remembered: z.boolean() })),
  calls: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['agent', 'origin', 'user']),
      agent: z.string(),
      name: z.string(),
      tool: z.string(),
      for_ms: z.number(),
      is_waiting: z.boolean(),
    }),
  ),
  entries: z.array(panelEntry).optional(),
  servers: z.array(panelServer).optional(),
  tools: z.array(panelTool).optional(),
});

export type Look = z.infer<typeof look>;
