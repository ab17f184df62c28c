// What the tools need of the browser, as narrow as they need it; the background provides it, a test fakes it.
import type { AgentLabel } from '@sallyport/protocol';
import type { Evaluated, Outcome, Picture, PictureOptions, ReadParts } from '../base/facts.ts';
import type { Box, PageActs, PageCalls, SnapshotArgs } from '../base/page-calls.ts';
import type { Dialog, DialogAnswer } from '../in-page/dialogs.ts';
import type { AgentTabs } from '../tabs/agent-tabs.ts';

export interface ToolContext {
  readonly agent: AgentLabel;
  readonly signal: AbortSignal;
  readonly tabs: AgentTabs;
  /** Runs one function of the page side in the document that gave out `ref`, the tab's top one without. */
  page<Name extends keyof PageCalls>(
    at: { readonly tabId: number; readonly ref?: string | undefined },
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReturnType<PageCalls[Name]>>;
  /** The same in every document of the tab that the agent may read, the top one first. */
  readAll<Name extends keyof PageCalls>(
    tabId: number,
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReadParts<ReturnType<PageCalls[Name]>>>;
  /** The page as text, the documents of its frames in their places. */
  snapshot(tabId: number, args: SnapshotArgs): Promise<{ readonly text: string; readonly omitted: number }>;
  /** Acts on the page, waits until it rests, and tells what changed. */
  act<Name extends keyof PageActs>(tabId: number, name: Name, args: Parameters<PageActs[Name]>[0]): Promise<Outcome>;
  /** Runs an expression in the page's own world. */
  evaluate(tabId: number, expression: string): Promise<Evaluated>;
  /** For how long no request of the tab was open, in milliseconds. */
  networkStillness(tabId: number): number;
  /** Asks again and again until true; false after so many milliseconds. */
  until(waitMs: number, isTrue: () => Promise<boolean>): Promise<boolean>;
  /** Answers the dialog that holds the tab, or keeps the answer for the next act where dialogs never hold one. */
  answerDialog(tabId: number, answer: DialogAnswer): Promise<Dialog | 'next' | 'none'>;
  /** Where an element, or the whole page, lies in the tab's top document. */
  boxOf(tabId: number, ref: string | undefined): Promise<Box>;
  picture(tabId: number, options: PictureOptions): Promise<Picture>;
}
