// Runs an agent's expression in the page's own world: once, and only in a document of the allowed site.
import { isRecord, limits } from '@sallyport/protocol';
import { whenAborted } from '../base/abort.ts';
import type { Evaluated } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import { EMPTY_SITE } from '../base/sites.ts';
import { evaluateHere, toJson } from '../in-page/evaluate-in-page.ts';
import { readReport } from '../in-page/page-world.ts';
import type { Command, DebuggerSessions } from './debugger-session.ts';

export interface EvaluationOptions {
  readonly api: BrowserApi;
  /** Chromium's debugger, to which a page's policy does not apply; undefined where it may not be used. */
  readonly sessions: DebuggerSessions | undefined;
  readonly tabId: number;
  /** The allowed site; undefined when access is unrestricted. */
  readonly site: string | undefined;
  readonly agentSession: string;
  readonly signal: AbortSignal;
  /** Throws where no script may run. Called with the site of the very document in which it runs. */
  readonly secretSites: { requireScript(site: string): Promise<void> };
}

/** The page's own world in one document. The id is invalid once the document is gone. */
interface World {
  readonly command: Command;
  readonly uniqueContextId: string;
  /** Whether the text is an expression and not statements. */
  readonly isExpression: boolean;
}

/**
 * The method is chosen before anything runs, by what the browser reports and never by what the page does. The world is
 * pinned before its site is read: if the document was replaced in between, the pinned one is gone and nothing runs.
 */
export async function evaluateInPage(options: EvaluationOptions, expression: string): Promise<Evaluated> {
  const { sessions, tabId, site, signal } = options;
  await sessions?.unlessDialogOpens(tabId, Promise.resolve());
  const world = sessions && (await pinWorld(sessions, options, expression));
  // Rejects while the page navigates, and where scripts are not allowed.
  const document = await documentOf(options).catch(() => undefined);
  if (document === undefined || (site !== undefined && document.site !== site)) return { moved: 'before' };
  await options.secretSites.requireScript(document.site);
  const running =
    world === undefined ? runInjected(options, document, expression) : runDebugged(world, expression, signal);
  return sessions?.unlessDialogOpens(tabId, running) ?? running;
}

/** Undefined if the debugger cannot be attached; nothing has run then. */
function pinWorld(
  sessions: DebuggerSessions,
  options: EvaluationOptions,
  expression: string,
): Promise<World | undefined> {
  const { tabId, signal } = options;
  const pinned = sessions.run(options, async (command): Promise<World | undefined> => {
    const { frameTree } = await command('Page.getFrameTree');
    const frameId = isRecord(frameTree) && isRecord(frameTree.frame) ? frameTree.frame.id : undefined;
    const enable = async () => void (await command('Runtime.enable'));
    try {
      const created = await sessions.eventDuring(tabId, 'Runtime.executionContextCreated', enable, (params) => {
        const { auxData } = contextIn(params);
        return isRecord(auxData) && auxData.isDefault === true && auxData.frameId === frameId;
      });
      const { id, uniqueId } = contextIn(created);
      if (typeof uniqueId !== 'string') return undefined;
      // Compiled only. An object literal would otherwise parse as a block.
      const script = { expression: `(${expression}\n)`, sourceURL: '', persistScript: false, executionContextId: id };
      const { exceptionDetails } = await command('Runtime.compileScript', script);
      return { command, uniqueContextId: uniqueId, isExpression: exceptionDetails === undefined };
    } finally {
      // The page could detect it while it is enabled.
      await command('Runtime.disable');
    }
  });
  return pinned.catch((error: unknown) => {
    if (signal.aborted) throw error;
    return undefined;
  });
}

function contextIn(params: unknown): Record<string, unknown> {
  return isRecord(params) && isRecord(params.context) ? params.context : {};
}

async function runDebugged(
  { command, uniqueContextId, isExpression }: World,
  expression: string,
  signal: AbortSignal,
): Promise<Evaluated> {
  const text = isExpression ? `(${expression}\n)` : expression;
  // Statements as in a console, with `await` among them.
  const wanted = { expression: text, uniqueContextId, awaitPromise: true, replMode: !isExpression };
  const evaluate = async () => {
    const evaluated = await command('Runtime.evaluate', wanted);
    const { subtype, objectId } = isRecord(evaluated.result) ? evaluated.result : {};
    // The REPL mode does not await a promise that is the result of statements.
    return subtype === 'promise' ? command('Runtime.awaitPromise', { promiseObjectId: objectId }) : evaluated;
  };
  try {
    const { result, exceptionDetails } = await Promise.race([evaluate(), whenAborted(signal)]);
    if (isRecord(exceptionDetails)) return { thrown: capped(complaintIn(exceptionDetails)) };
    return isRecord(result) ? await evaluatedOf(command, result) : { json: 'undefined' };
  } catch (fault) {
    if (signal.aborted) throw fault;
    // Rejects only when the document is gone: a thrown error is part of the result.
    const cause = fault instanceof Error ? String(fault.cause) : '';
    return { moved: /cannot find context|uniqueContextId not found/i.test(cause) ? 'before' : 'during' };
  }
}

function complaintIn({ exception, text }: Record<string, unknown>): string {
  if (!isRecord(exception)) return String(text);
  // The description of an error includes its stack.
  return String(exception.description ?? exception.value).split('\n    at ')[0] ?? '';
}

/** As JSON.stringify in the page returns it; only objects need the page for that. */
async function evaluatedOf(command: Command, found: Record<string, unknown>): Promise<Evaluated> {
  const { objectId, type, value, unserializableValue } = found;
  if (type === 'bigint') return { thrown: 'TypeError: Do not know how to serialize a BigInt' };
  if (typeof unserializableValue === 'string') return { json: JSON.stringify(Number(unserializableValue)) };
  if (typeof objectId !== 'string') return { json: capped(JSON.stringify(value) ?? 'undefined') };
  const functionDeclaration = `${toJson}`;
  const args = [{ value: limits.page.valueMaxChars }];
  const call = { objectId, functionDeclaration, arguments: args, returnByValue: true };
  const { result, exceptionDetails } = await command('Runtime.callFunctionOn', call);
  command('Runtime.releaseObject', { objectId }).catch(() => {});
  if (isRecord(exceptionDetails)) return { thrown: capped(complaintIn(exceptionDetails)) };
  return { json: capped(String(isRecord(result) ? result.value : undefined)) };
}

interface TiedDocument {
  /** Undefined where the browser has no ids for documents. */
  readonly id: string | undefined;
  readonly site: string;
}

/** As the isolated world sees it, which the page cannot reach. */
async function documentOf({ api, tabId }: EvaluationOptions): Promise<TiedDocument> {
  const target = { tabId, frameIds: [0] };
  const [frame] = await api.scripting.executeScript({ target, func: siteHere, injectImmediately: true });
  const site = typeof frame?.result === 'string' && frame.result !== '' ? frame.result : EMPTY_SITE;
  return { id: frame?.documentId, site };
}

/** Without a debugger: the page can see the text, and its security policy may block it. */
async function runInjected(
  options: EvaluationOptions,
  { id: documentId, site }: TiedDocument,
  expression: string,
): Promise<Evaluated> {
  const { api, tabId } = options;
  const args: [string, number, string] = [expression, limits.page.valueMaxChars, site === EMPTY_SITE ? '' : site];
  const target = documentId === undefined ? { tabId, frameIds: [0] } : { tabId, documentIds: [documentId] };
  const injection = { target, world: 'MAIN', func: evaluateHere, args, injectImmediately: true } as const;
  const running = api.scripting.executeScript(injection).then(
    ([frame]) => frame?.result,
    (fault: unknown) => (documentId !== undefined && String(fault).includes(documentId) ? 'moved\0' : undefined),
  );
  const [kind, text = ''] = readReport(await unlessReplaced(options, running));
  if (kind === 'json') return { json: capped(text) };
  if (kind === 'thrown') return { thrown: capped(text) };
  return { moved: kind === 'moved' ? 'before' : 'during' };
}

/** Firefox never ends a script that awaits in a document that is gone. Undefined once its successor has answered. */
async function unlessReplaced<Report>(
  options: EvaluationOptions,
  running: Promise<Report>,
): Promise<Report | undefined> {
  const { onCommitted } = options.api.webNavigation;
  const replaced = Promise.withResolvers<undefined>();
  const onCommit = ({ tabId, frameId }: { readonly tabId: number; readonly frameId: number }) => {
    if (tabId !== options.tabId || frameId !== 0) return;
    const answered = () => replaced.resolve(undefined);
    documentOf(options).then(answered, answered);
  };
  onCommitted.addListener(onCommit);
  try {
    return await Promise.race([running, replaced.promise]);
  } finally {
    onCommitted.removeListener(onCommit);
  }
}

function capped(text: string): string {
  const { valueMaxChars } = limits.page;
  return text.length > valueMaxChars ? `${text.slice(0, valueMaxChars)}…` : text;
}

/** Injected as source text: it cannot use anything from this file. The same as the page side's. */
function siteHere(): string {
  if (window.origin !== 'null') return window.origin;
  return /^https?:/.test(location.href) ? location.origin : '';
}
