// What the tools need from the browser, and nothing more. The background provides it; tests fake it.
import type { AgentLabel, Effect, Reply } from '@sallyport/protocol';
import type { SecretArgs } from '../base/action-args.ts';
import type {
  Annotated,
  AnnotatedRequest,
  EmulatedState,
  EmulateRequest,
  Evaluated,
  Outcome,
  Pdf,
  PdfOptions,
  Picture,
  PictureOptions,
  PointedAt,
  ReadParts,
  RecordedGif,
  RequestFacts,
  ResponseBody,
} from '../base/facts.ts';
import type { Box, LocateArgs, PageActions, PageCalls, PicturePoint, SnapshotArgs } from '../base/page-calls.ts';
import type { RecordedConsole } from '../in-page/console-log.ts';
import type { Dialog, DialogAnswer } from '../in-page/dialogs.ts';
import type { AgentTabs } from '../tabs/agent-tabs.ts';
import type { SiteState } from '../tabs/site-state.ts';
import type { TabDownloads } from '../tabs/tab-downloads.ts';

export interface ToolContext {
  readonly agent: AgentLabel;
  readonly signal: AbortSignal;
  readonly tabs: AgentTabs;
  /** Runs one function of the page side in the document that gave out `ref`; without it in the top document. */
  page<Name extends keyof PageCalls>(
    at: { readonly tabId: number; readonly ref?: string | undefined },
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReturnType<PageCalls[Name]>>;
  /** The same in every document of the tab that the agent may read, top document first. */
  readAll<Name extends keyof PageCalls>(
    tabId: number,
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReadParts<ReturnType<PageCalls[Name]>>>;
  /** The ref of what has the focus inside a frame of the tab's own site; undefined where it is not in a frame. */
  focusInFrame(tabId: number): Promise<string | undefined>;
  /** The page as text, with its frames in place. */
  snapshot(tabId: number, args: SnapshotArgs): Promise<{ readonly text: string; readonly omitted: number }>;
  /** The ref of the one element that has a visible text; throws where none or several do. */
  locate(tabId: number, args: LocateArgs): Promise<string>;
  /** Acts on the page, waits for it to settle, and reports what changed. */
  act<Name extends keyof PageActions>(
    tabId: number,
    name: Name,
    args: Parameters<PageActions[Name]>[0],
  ): Promise<Outcome>;
  /** Has a secret typed that the agent knows by its name alone. */
  typeSecret(tabId: number, args: SecretArgs): Promise<Outcome>;
  /** Runs an expression in the page's own world. */
  evaluate(tabId: number, expression: string): Promise<Evaluated>;
  /** How long the tab has had no open request. */
  networkIdleMs(tabId: number): number;
  /** Polls until true; false after `waitMs`. */
  until(waitMs: number, isTrue: () => Promise<boolean>): Promise<boolean>;
  /** Answers the open dialog, or keeps the answer for the next action where dialogs are answered automatically. */
  answerDialog(tabId: number, answer: DialogAnswer): Promise<Dialog | 'next' | 'none'>;
  /** Where an element, or the whole page, lies in the tab's top document. */
  boxOf(tabId: number, ref: string | undefined): Promise<Box>;
  /** What the top document wrote to its console. Starts recording where that has not begun. */
  consoleMessages(tabId: number): Promise<RecordedConsole>;
  /** The same stacks with the positions of sources, where the scripts' source maps can be had. */
  mappedStacks(tabId: number, stacks: readonly string[]): Promise<readonly string[]>;
  /** The tab's requests that documents made which the agent may read. */
  requests(tabId: number): readonly RequestFacts[];
  /** From now on the browser keeps the tab's responses, if it can without being asked for more. */
  keepResponses(tabId: number): Promise<void>;
  /** Of one of these requests. */
  response(tabId: number, request: RequestFacts, maxChars: number): Promise<ResponseBody>;
  /** What the tab's site keeps in the browser. */
  state(tabId: number): SiteState;
  /** Those that this tab has certainly started. */
  downloads(tabId: number): TabDownloads;
  picture(tabId: number, options: PictureOptions): Promise<Picture>;
  /** Changes what a tab pretends to be. Returns what holds now. */
  emulate(tabId: number, request: EmulateRequest): Promise<EmulatedState>;
  /** Starts to take a picture after each action of the session. */
  startRecording(tabId: number): Promise<void>;
  stopRecording(): Promise<RecordedGif>;
  /** To be called when a tool is done, before its reply goes out. */
  done(tool: { readonly name: string; readonly effect?: Effect }, reply: Reply): Promise<void>;
  /** The whole page as printed. */
  pdf(tabId: number, options: PdfOptions): Promise<Pdf>;
  /** A picture of what is in view, with the refs of what it shows. */
  annotated(tabId: number, request: AnnotatedRequest): Promise<Annotated>;
  /** What lies at a pixel of such a picture; throws where the page is no longer as the agent saw it. */
  pointedAt(tabId: number, pixel: PicturePoint): Promise<PointedAt>;
}
