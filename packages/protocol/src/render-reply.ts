// Replies and errors as a model reads them, in MCP's shape: the only place that fences, strips and cuts foreign text.
import type { JsonObject, ToolResult } from './app.ts';
import { type Foreign, SallyportError } from './error.ts';
import { factsText, isToldIn } from './facts-text.ts';
import type { Fence } from './fence.ts';
import { limits } from './limits.ts';
import { type CallResult, isRelayed, type Part, type Reply } from './reply.ts';

export interface RenderOptions {
  readonly fence: Fence;
  /**
   * Whether the facts go along as `structuredContent`. Only for programs, and for tools that declare an output schema: Claude
   * Code and Codex hand their model nothing but that object where there is one, so that text, fence and image are lost.
   */
  readonly hasObject?: boolean;
}

type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string };

/** A foreign server's result stays as it is. */
export function renderResult(outcome: CallResult, options: RenderOptions): ToolResult {
  return isRelayed(outcome) ? outcome.relayed : renderReply(outcome, options);
}

export function renderReply({ facts, parts }: Reply, { fence, hasObject = false }: RenderOptions): ToolResult {
  const content = contentOf(parts, fence);
  return hasObject ? { content, structuredContent: facts } : { content };
}

/** The sentence, what to do next, the facts that neither of them tells, and what others wrote. */
export function renderError(error: SallyportError, fence: Fence): string {
  const { code, message, hint, data = {}, foreign = [] } = error;
  const sentence = /[.:!?…]$/.test(message) ? message : `${message}.`;
  const said = hint === undefined ? `${code}: ${sentence}` : `${code}: ${sentence} ${hint}`;
  const told = [said, ...foreign.map(({ text }) => text)].join('\n');
  const rest = Object.entries(data).filter(([key, value]) => !ownFacts.includes(key) && !isToldIn(told, value));
  const facts = rest.length === 0 ? '' : `\n${factsText(Object.fromEntries(rest))}`;
  return withFenced(`${said}${facts}`, foreign, fence);
}

/** For askers that know no foreign texts: the same error with them in its message, fenced. */
export function withForeignText(error: SallyportError, fence: Fence): SallyportError {
  const { code, message, hint, data, foreign = [], cause } = error;
  if (foreign.length === 0) return error;
  return new SallyportError(code, withFenced(message, foreign, fence), { hint, data, cause });
}

function withFenced(text: string, foreign: readonly Foreign[], fence: Fence): string {
  return [text, ...foreign.map((each) => fence(cut(each.text)))].join('\n');
}

/** Of the protocol and the journal; they tell a model nothing. */
const ownFacts: readonly string[] = ['rpcCode', 'rpcData', 'limit', 'status', 'reached'];

/** Texts that follow each other are one item. */
function contentOf(parts: readonly Part[], fence: Fence): Content[] {
  const content: Content[] = [];
  for (const part of inRuns(parts)) {
    const last = content.at(-1);
    if (part.kind === 'image') {
      content.push({ type: 'image', data: part.data, mimeType: part.mimeType });
      continue;
    }
    const text = part.kind === 'foreign' ? fence(part.text) : part.text;
    if (last?.type === 'text') last.text += `\n${text}`;
    else content.push({ type: 'text', text });
  }
  return content;
}

/** Foreign neighbours of one origin as one part, so that they share a fence. */
function inRuns(parts: readonly Part[]): Part[] {
  const runs: Part[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    const isRun = part.kind === 'foreign' && last?.kind === 'foreign' && last.origin === part.origin;
    if (isRun) runs[runs.length - 1] = { ...last, text: `${last.text}\n${part.text}` };
    else runs.push(part);
  }
  return runs;
}

/** An error is read at once; what a page threw has no place of its own to be kept in. */
function cut(text: string): string {
  const max = limits.page.valueMaxChars;
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}

export function errorFacts({ code, hint, data }: SallyportError): JsonObject {
  return { code, hint, data };
}
