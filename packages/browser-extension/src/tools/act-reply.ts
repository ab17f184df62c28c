// What every act answers: where the tab is now, and the evidence of what the act did.
import * as z from 'zod';
import type { Outcome, ToolContext } from './context.ts';

export const actOutput = z.object({
  tabId: z.number(),
  target: z.string().describe('Role and name of what was acted on.'),
  targetNow: z.string().optional().describe('The same afterwards, with states and value; missing when it is gone.'),
  changes: z.array(z.string()).describe('What appeared (+), went (-) or changed (~), nearest to the target first.'),
  focus: z.string().optional().describe('What has the focus now, where that moved.'),
  url: z.string().describe('Where the tab is now.'),
  title: z.string(),
  navigated: z.boolean().describe('Whether it led to another page.'),
  openedTabs: z.array(z.number()).describe('Tabs that the page opened; they are yours.'),
  settled: z.boolean().describe('False when the page was still at work.'),
  trusted: z.boolean().describe("Whether the page saw it as a person's own."),
  pageVisible: z.boolean().describe('False in a hidden tab, where timers of the page run once a second.'),
  dialogs: z
    .array(z.object({ type: z.string(), message: z.string(), isOpen: z.boolean() }))
    .describe('Dialogs of the page that came up; one that is open waits for handle_dialog.'),
  note: z.string().optional(),
});

/** Says in a few lines what came of it, and returns the same as data. */
export function reply(context: ToolContext, deed: string, outcome: Outcome): z.input<typeof actOutput> {
  const { urlChanged, titleChanged, openedTabs, changes, ...facts } = outcome;
  context.say(linesOf(deed, outcome).join('\n'));
  return { ...facts, changes: [...changes], openedTabs: [...openedTabs], dialogs: [...outcome.dialogs] };
}

export function linesOf(deed: string, outcome: Outcome): string[] {
  const { target, targetNow, changes, focus, note } = outcome;
  const isSame = targetNow === undefined || targetNow === target;
  const news = [
    ...(isSame ? [] : [`now ${targetNow}`]),
    ...(focus === undefined || targetNow?.startsWith(focus) ? [] : [`focus: ${focus}`]),
    ...changes,
    ...placeOf(outcome),
    ...outcome.dialogs.map(dialogLine),
    ...outcome.openedTabs.map((tabId) => `opened tab ${tabId}, which is yours`),
  ];
  return [
    `${deed} ${target}.`,
    ...(news.length === 0 ? ['Nothing changed.'] : news),
    ...(outcome.settled ? [] : ['The page was still at work.']),
    ...(note === undefined ? [] : [note]),
  ];
}

function dialogLine({ type, message, isOpen }: Outcome['dialogs'][number]): string {
  return `${type} ${JSON.stringify(message)} ${isOpen ? 'is open: answer it with handle_dialog' : 'came up and was answered'}`;
}

function placeOf({ navigated, urlChanged, titleChanged, url, title }: Outcome): string[] {
  if (navigated || urlChanged) return [`page ${JSON.stringify(title)} ${url}`];
  return titleChanged ? [`title: ${JSON.stringify(title)}`] : [];
}
