// What the panel shows and what it can ask for: the words between the extension's own page and its background.
import * as z from 'zod';
import type { Decision } from './sites.ts';

/** The name of the panel's connection to the background. */
export const PANEL = 'panel';

/** Behind the address of a panel that was opened to ask: it closes when all is answered. */
export const ASKING = '#asking';

export interface PanelQuestion {
  readonly id: string;
  readonly agent: string;
  /** Goes on after the agent's name. */
  readonly wish: string;
  /** The site or the tool. */
  readonly about: string;
  /** What a yes would mean. */
  readonly meaning: string;
  readonly answers: readonly PanelAnswer[];
}

/** A button below a question. */
export interface PanelAnswer {
  readonly text: string;
  readonly said: Decision;
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
  /** How the link stands, in a sentence. */
  readonly standing: string;
  readonly isConnected: boolean;
  /** False where the browser keeps the extension out of pages. */
  readonly hasHostPermission: boolean;
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
