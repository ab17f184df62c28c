// The commands that the panel sends to the background. Apart from the panel's state, so that the panel needs no schemas.
import * as z from 'zod';
import { views } from './panel-gateway.ts';

/** What the user asks of the gateway. */
const gatewayCommands = [
  z.object({ do: z.literal('restart'), server: z.string() }),
  z.object({ do: z.literal('signIn'), server: z.string() }),
  z.object({ do: z.literal('approve'), tool: z.string(), hash: z.string() }),
  z.object({ do: z.literal('addServers'), servers: z.record(z.string(), z.record(z.string(), z.unknown())) }),
] as const;

export const panelCommand = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('answer'),
    question: z.string(),
    decision: z.enum(['allow', 'deny']),
    lasting: z.enum(['once', 'always']),
    tools: z.array(z.string()).optional(),
  }),
  // Sent when the panel is shown or hidden.
  z.object({ do: z.literal('look'), isVisible: z.boolean(), view: z.enum(views).optional() }),
  z.object({ do: z.literal('goTo'), tab: z.int() }),
  z.object({ do: z.literal('remove'), rule: z.string() }),
  z.object({ do: z.literal('stop'), agent: z.string() }),
  z.object({ do: z.literal('resume'), agent: z.string() }),
  z.object({ do: z.literal('revokeOrigin'), origin: z.string() }),
  z.object({ do: z.literal('letAsk'), origin: z.string(), mayAsk: z.boolean() }),
  z.object({ do: z.literal('pause') }),
  z.object({ do: z.literal('resumeAll') }),
  ...gatewayCommands,
]);

export type PanelCommand = z.infer<typeof panelCommand>;

/** What the user decided. */
export type PanelDecision = Exclude<PanelCommand, { do: 'look' }>;

/** Those about web pages, which the site guard does not know. */
export type PageDecision = Extract<PanelDecision, { do: 'revokeOrigin' | 'letAsk' }>;

/** Those that the gateway carries out alone. */
export type GatewayDecision = Extract<PanelDecision, { do: 'restart' | 'signIn' | 'approve' | 'addServers' }>;

/** Those of the site guard. */
export type GuardDecision = Exclude<PanelDecision, PageDecision | GatewayDecision | { do: 'goTo' }>;

/** Those that let agents in or keep them out; the gateway has to know them. */
export type GateDecision = Extract<PanelDecision, { do: 'stop' | 'resume' | 'pause' | 'resumeAll' }>;
