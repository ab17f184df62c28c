// Renders replies and errors for models, in MCP's shape. The only code that fences, strips and cuts text of others.
import type { JsonObject, ToolResult } from './app.ts';
import { type Foreign, SallyportError } from './error.ts';
import { factsText, isStatedIn } from './facts-text.ts';
import type { Fence } from './fence.ts';
import { limits } from './limits.ts';
import { type CallResult, isRelayed, type Part, type Reply } from './reply.ts';

export interface RenderOptions {
  readonly fence: Fence;
  /**
   * Whether the facts are included as `structuredContent`. Only for programs, and for tools that declare an output schema:
   * Claude Code and Codex give their model only that object if there is one, and drop text, fence and images.
   */
  readonly hasObject?: boolean;
}

type Content =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } };

/** The result of a server is returned unchanged. */
export function renderResult(result: CallResult, options: RenderOptions): ToolResult {
  return isRelayed(result) ? result.relayed : renderReply(result, options);
}

export function renderReply({ facts, parts }: Reply, { fence, hasObject = false }: RenderOptions): ToolResult {
  const content = contentOf(parts, fence);
  return hasObject ? { content, structuredContent: facts } : { content };
}

/** The message, the hint, the facts that neither of them states, and text of others. */
export function renderError(error: SallyportError, fence: Fence): string {
  const { code, message, hint, data = {}, foreign = [] } = error;
  const sentence = /[.:!?…]$/.test(message) ? message : `${message}.`;
  const ownText = hint === undefined ? `${code}: ${sentence}` : `${code}: ${sentence} ${hint}`;
  const wholeText = [ownText, ...foreign.map(({ text }) => text)].join('\n');
  const rest = Object.entries(data).filter(([key, value]) => !ownFacts.includes(key) && !isStatedIn(wholeText, value));
  const facts = rest.length === 0 ? '' : `\n${factsText(Object.fromEntries(rest))}`;
  return withFenced(`${ownText}${facts}`, foreign, fence);
}

/** For clients without the field `foreign`: the same error with these texts in its message, fenced. */
export function withForeignText(error: SallyportError, fence: Fence): SallyportError {
  const { code, message, hint, data, foreign = [], cause } = error;
  if (foreign.length === 0) return error;
  return new SallyportError(code, withFenced(message, foreign, fence), { hint, data, cause });
}

function withFenced(text: string, foreign: readonly Foreign[], fence: Fence): string {
  return [text, ...foreign.map((each) => fence(cut(each.text)))].join('\n');
}

/** Facts for the protocol and the journal, which do not help a model. */
const ownFacts: readonly string[] = ['rpcCode', 'rpcData', 'limit', 'status', 'reached'];

/** Joins consecutive texts into one item. */
function contentOf(parts: readonly Part[], fence: Fence): Content[] {
  const content: Content[] = [];
  for (const part of inRuns(parts)) {
    const last = content.at(-1);
    if (part.kind === 'image') {
      content.push({ type: 'image', data: part.data, mimeType: part.mimeType });
      continue;
    }
    // Only for clients without a gateway, which would have saved it. They find a download where the browser put it.
    if (part.kind === 'file') {
      const { name, mimeType, data: blob } = part;
      content.push({ type: 'resource', resource: { uri: `file:///${encodeURIComponent(name)}`, mimeType, blob } });
      continue;
    }
    const text = part.kind === 'ours' ? part.text : fence(part.kind === 'foreign' ? part.text : part.path);
    if (last?.type === 'text') last.text += `\n${text}`;
    else content.push({ type: 'text', text });
  }
  return content;
}

/** Joins consecutive foreign parts of the same origin, so that they share a fence. */
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

/** Errors are never stored as files like long results, so they are cut. */
function cut(text: string): string {
  const max = limits.page.valueMaxChars;
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}

export function errorFacts({ code, hint, data }: SallyportError): JsonObject {
  return { code, hint, data };
}
