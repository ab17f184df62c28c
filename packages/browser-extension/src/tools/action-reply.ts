// What every action answers: what was done, what the page made of it, and what to do next.
import { foreign, type JsonObject, ours, type Part, type Reply } from '@sallyport/protocol';
import type { Outcome } from '../base/facts.ts';
import { siteOf } from '../base/sites.ts';

/** `done` is our half sentence, such as "Clicked e12": what the page calls the element is the page's word. */
export function actionReply(done: string, outcome: Outcome): Reply {
  const seen = seenOf(outcome);
  const next = nextOf(outcome);
  const isNews = seen.length > 1 || seen[0] !== outcome.target || next.length > 0;
  const parts: Part[] = [
    ours(isNews ? `${done}.` : `${done}. Nothing changed.`),
    foreign(seen.join('\n'), siteOf(outcome.url)),
    ...(outcome.settled ? next : [...next, 'The page was still loading.']).map(ours),
    ...(outcome.note === undefined ? [] : [ours(outcome.note)]),
  ];
  return { facts: factsOf(outcome), parts };
}

function factsOf({
  urlChanged: _url,
  titleChanged: _title,
  dialogs,
  downloads,
  errors,
  ...facts
}: Outcome): JsonObject {
  return {
    ...facts,
    // Whose dialog it is was the guard's to know.
    dialogs: dialogs.map(({ type, message, isOpen }) => ({ type, message, isOpen })),
    ...(downloads.length === 0 ? {} : { downloads }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

/** The element first, as it is now, or before and after where its name has changed; then what appeared (+), went (-) or changed (~), and where the tab is now. */
function seenOf(outcome: Outcome): string[] {
  const { target, targetNow, changes, focus, dialogs, downloads, errors } = outcome;
  return [
    ...(targetNow === undefined || targetNow.startsWith(target) ? [targetNow ?? target] : [target, `now ${targetNow}`]),
    ...(focus === undefined || targetNow?.startsWith(focus) ? [] : [`focus: ${focus}`]),
    ...changes,
    ...placeOf(outcome),
    ...dialogs.map(({ type, message }) => `${type} ${JSON.stringify(message)}`),
    ...downloads.map(downloadLine),
    ...errors.map((error) => `error: ${error}`),
  ];
}

function nextOf({ dialogs, openedTabs, fileChooser }: Outcome): string[] {
  return [
    ...dialogs.map(({ type, isOpen }) =>
      isOpen
        ? `A dialog (${type}) is open: answer it with handle_dialog.`
        : `A dialog (${type}) came up and was answered.`,
    ),
    ...openedTabs.map((tabId) => `Opened tab ${tabId}, which is yours.`),
    ...(fileChooser === undefined ? [] : [chooserLine(fileChooser)]),
  ];
}

function downloadLine({ path, url, state }: Outcome['downloads'][number]): string {
  return `download ${state === 'complete' ? 'saved' : state.replace('_', ' ')}: ${path === '' ? url : path}`;
}

function chooserLine({ ref, multiple }: NonNullable<Outcome['fileChooser']>): string {
  const where = ref === undefined ? 'upload without a ref' : `upload to ${ref}`;
  return `The page asks for ${multiple ? 'files' : 'a file'}: ${where}.`;
}

function placeOf({ navigated, urlChanged, titleChanged, url, title }: Outcome): string[] {
  if (navigated || urlChanged) return [`page ${JSON.stringify(title)} ${url}`];
  return titleChanged ? [`title: ${JSON.stringify(title)}`] : [];
}
