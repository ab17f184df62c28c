// What the panel shows and what it can ask for: the words between the extension's own page and its background.
import * as z from 'zod';
import type { Decision, Right } from './sites.ts';

/** The name of the panel's connection to the background. */
export const PANEL = 'panel';

/** Behind the address of a panel that was opened to ask: it closes when all is answered. */
export const ASKING = '#asking';

export interface PanelQuestion {
  readonly id: string;
  readonly agent: string;
  readonly site: string;
  readonly right: Right;
  /** The title of the user's tab that the agent asks for. */
  readonly tabTitle?: string | undefined;
  /** The tool that it is about, instead of a site. */
  readonly tool?: string | undefined;
  /** False for an agent whom nothing is remembered for. */
  readonly mayRemember: boolean;
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
  /** How the link stands, in a sentence. */
  readonly standing: string;
  readonly isConnected: boolean;
  /** False where the browser keeps the extension out of pages. */
  readonly hasSiteAccess: boolean;
  /** Where nothing was decided. */
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
    said: z.enum(['allow', 'deny']),
    lasting: z.enum(['once', 'always']),
  }),
  // Whether the user sees this panel.
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
