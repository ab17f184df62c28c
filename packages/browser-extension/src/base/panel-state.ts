// What the panel shows and the commands it sends: the messages between the extension's own page and its background.
import * as z from 'zod';
import type { Decision } from './sites.ts';

/** The name of the panel's connection to the background. */
export const PANEL = 'panel';

/** The hash of a panel that was opened for a question: it closes when all are answered. */
export const ASKING = '#asking';

export interface PanelQuestion {
  readonly id: string;
  readonly agent: string;
  /** Follows the agent's name: "wants to read". */
  readonly request: string;
  /** The site or the tool. */
  readonly about: string;
  /** What the user allows with a yes. */
  readonly meaning: string;
  readonly answers: readonly PanelAnswer[];
}

/** A button below a question. */
export interface PanelAnswer {
  readonly text: string;
  readonly decision: Decision;
  readonly lasting: 'once' | 'always';
  readonly look: '' | 'main' | 'danger';
}

export interface PanelAgent {
  readonly id: string;
  readonly name: string;
  readonly tabs: number;
  readonly isStopped: boolean;
}

export interface PanelRule {
  readonly id: string;
  readonly agent: string;
  readonly site: string;
  readonly read?: Decision | undefined;
  readonly act?: Decision | undefined;
}

export interface PanelState {
  /** The link status in a sentence. */
  readonly linkStatus: string;
  readonly isConnected: boolean;
  /** False while the browser does not let the extension into pages. */
  readonly hasHostPermission: boolean;
  /** What applies to a site without a decision. */
  readonly fallback: 'ask' | 'allow';
  readonly isPaused: boolean;
  readonly questions: readonly PanelQuestion[];
  readonly agents: readonly PanelAgent[];
  readonly rules: readonly PanelRule[];
}

export const panelCommand = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('answer'),
    question: z.string(),
    decision: z.enum(['allow', 'deny']),
    lasting: z.enum(['once', 'always']),
  }),
  // Sent when the panel is shown or hidden.
  z.object({ do: z.literal('look'), isVisible: z.boolean() }),
  z.object({ do: z.literal('remove'), rule: z.string() }),
  z.object({ do: z.literal('stop'), agent: z.string() }),
  z.object({ do: z.literal('resume'), agent: z.string() }),
  z.object({ do: z.literal('pause') }),
  z.object({ do: z.literal('resumeAll') }),
]);

export type PanelCommand = z.infer<typeof panelCommand>;

/** What the user decided. */
export type PanelDecision = Exclude<PanelCommand, { do: 'look' }>;
