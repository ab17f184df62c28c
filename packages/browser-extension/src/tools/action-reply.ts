// The reply of every action: what was done, what changed, and what to do next.
import { foreign, type JsonObject, ours, type Part, type Reply } from '@sallyport/protocol';
import type { Outcome } from '../base/facts.ts';
import { siteOf } from '../base/sites.ts';

/**
 * `done` is our own text, such as "Clicked e12". The element's name is page text and comes in its own part. `isSure`: the
 * action succeeded even if the page shows no change. `isFocusGiven`: the target got the focus before the action, which says
 * nothing about the action's own effect. `showsItself`: what such an action does can be seen. Of
 * others on what has no role, only the page knows whether they did something.
 */
export function actionReply(
  done: string,
  outcome: Outcome,
  { isSure = false, isFocusGiven = false, showsItself = false } = {},
): Reply {
  const { target, targetNow, isTargetSame, isTargetOnlyFocused } = outcome;
  const [own, rest] = [targetLines(outcome), newsOf(outcome)];
  const next = nextOf(outcome);
  const isTargetNews = isTargetSame !== true && targetNow !== undefined && targetNow !== target;
  const hasMore = rest.length > 0 || next.length > 0;
  const isOnlyFocused = isFocusGiven && isTargetOnlyFocused === true && !hasMore;
  const isUnknown = !showsItself && targetNow?.startsWith('<') === true;
  const isNews = isSure || outcome.isWithheld === true || hasMore || isTargetNews || isUnknown;
  const effect = isOnlyFocused ? ' It has the focus now, nothing else changed.' : isNews ? '' : ` ${unchanged(target)}`;
  const parts: Part[] = [
    ours(`${done}.${effect}`),
    foreign([...own, ...rest].join('\n'), siteOf(outcome.url)),
    ...(outcome.settled ? next : [...next, 'The page was still loading.']).map(ours),
    ...(outcome.note === undefined ? [] : [ours(outcome.note)]),
  ];
  return { facts: factsOf(outcome), parts };
}

function factsOf({
  urlChanged: _url,
  titleChanged: _title,
  isTargetSame: _same,
  isTargetOnlyFocused: _focused,
  dialogs,
  downloads,
  errors,
  ...facts
}: Outcome): JsonObject {
  return {
    ...facts,
    // Without the address of its document.
    dialogs: dialogs.map(({ type, message, isOpen }) => ({ type, message, isOpen })),
    ...(downloads.length === 0 ? {} : { downloads }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

/** Nobody but the page knows what a canvas shows. */
function unchanged(target: string): string {
  return target.startsWith('canvas') ? 'Nothing changed outside the canvas.' : 'Nothing changed.';
}

/** The element as it is now, or before and after a change of its name. What has no role has none to compare with the snapshot's. */
function targetLines({ target, targetNow, isTargetSame }: Outcome): string[] {
  if (targetNow === undefined || (isTargetSame === true && targetNow.startsWith('<'))) return [target];
  return targetNow.startsWith(target) ? [targetNow] : [target, `now ${targetNow}`];
}

/** What appeared (+), disappeared (-) or changed (~); the tab's page. */
function newsOf(outcome: Outcome): string[] {
  const { targetNow, changes, focus, dialogs, downloads, errors } = outcome;
  return [
    ...(focus === undefined || targetNow?.startsWith(focus) ? [] : [`focus: ${focus}`]),
    ...changes,
    ...placeOf(outcome),
    ...dialogs.map(({ type, message }) => `${type} ${JSON.stringify(message)}`),
    ...downloads.map(downloadLine),
    ...errors.map((error) => `error: ${error}`),
  ];
}

function nextOf({ tabId, tabClosed, dialogs, openedTabs, fileChooser }: Outcome): string[] {
  return [
    ...(tabClosed === true ? [`The page closed its tab ${tabId}.`] : []),
    ...dialogs.map(({ type, isOpen }) =>
      isOpen
        ? `A dialog (${type}) is open: answer it with handle_dialog.`
        : `A dialog (${type}) opened and was answered.`,
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
