// What every act answers: where the tab is now, and the evidence of what the act did.
import * as z from 'zod';
import type { Outcome } from '../base/facts.ts';
import type { ToolContext } from './context.ts';

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
  downloads: z
    .array(z.object({ path: z.string(), url: z.string(), state: z.string() }))
    .optional()
    .describe('Files that the browser saves, and where.'),
  fileChooser: z
    .object({ ref: z.string().optional(), multiple: z.boolean() })
    .optional()
    .describe('The page asked for files; none were chosen. Give them with upload.'),
  errors: z.array(z.string()).optional().describe('Errors of the page, and requests of it that failed.'),
  note: z.string().optional(),
});

/** Says in a few lines what came of it, and returns the same as data. */
export function reply(context: ToolContext, deed: string, outcome: Outcome): z.input<typeof actOutput> {
  const { urlChanged, titleChanged, openedTabs, changes, downloads, errors, ...facts } = outcome;
  context.say(linesOf(deed, outcome).join('\n'));
  return {
    ...facts,
    changes: [...changes],
    openedTabs: [...openedTabs],
    dialogs: [...outcome.dialogs],
    ...(downloads.length === 0 ? {} : { downloads: [...downloads] }),
    ...(errors.length === 0 ? {} : { errors: [...errors] }),
  };
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
    ...outcome.downloads.map(downloadLine),
    ...(outcome.fileChooser === undefined ? [] : [chooserLine(outcome.fileChooser)]),
    ...outcome.errors.map((error) => `error: ${error}`),
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

function downloadLine({ path, url, state }: Outcome['downloads'][number]): string {
  return `download ${state === 'complete' ? 'saved' : state.replace('_', ' ')}: ${path === '' ? url : path}`;
}

function chooserLine({ ref, multiple }: NonNullable<Outcome['fileChooser']>): string {
  const where = ref === undefined ? 'upload without a ref' : `upload to ${ref}`;
  return `the page asks for ${multiple ? 'files' : 'a file'}: ${where}`;
}

function placeOf({ navigated, urlChanged, titleChanged, url, title }: Outcome): string[] {
  if (navigated || urlChanged) return [`page ${JSON.stringify(title)} ${url}`];
  return titleChanged ? [`title: ${JSON.stringify(title)}`] : [];
}
