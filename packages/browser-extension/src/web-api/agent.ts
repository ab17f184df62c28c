// The entry of the script in a page's own world: defines `window.agent`. It holds no secret and decides nothing.
import { type JsonObject, PRODUCT_VERSION, type WireError } from '@sallyport/protocol';
import { type CallOptions, openChannel, type Request } from './channel.ts';
import { natives } from './natives.ts';

interface ToolCall {
  readonly tool: string;
  readonly args?: JsonObject;
  readonly runId?: string;
}

interface ToolCallOptions extends CallOptions {
  readonly timeoutMs?: number;
}

class AgentError extends natives.Error {
  override readonly name = 'AgentError';
  readonly code: string;
  readonly hint: string | undefined;
  readonly data: JsonObject | undefined;
  /** What the tool said. */
  readonly details: string | undefined;

  constructor({ code, message, hint, data, foreign = [] }: WireError) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.data = data;
    let details = '';
    for (let at = 0; at < foreign.length; at += 1) details += `${at === 0 ? '' : '\n'}${foreign[at]?.text}`;
    this.details = details === '' ? undefined : details;
  }
}

function agentFor(request: Request): object {
  const { freeze } = natives;

  function call({ tool, args = {}, runId }: ToolCall, options: ToolCallOptions = {}): Promise<unknown> {
    const { signal, onProgress, timeoutMs } = options;
    return request('tools.call', { tool, args, runId, timeoutMs }, { signal, onProgress });
  }

  async function createRun({ maxCalls }: { readonly maxCalls?: number } = {}): Promise<unknown> {
    // The background answers with these two.
    const run = (await request('createRun', { maxCalls })) as { readonly runId: string; readonly maxCalls: number };
    return freeze({
      ...run,
      call: (wanted: ToolCall, options?: ToolCallOptions) => call({ ...wanted, runId: run.runId }, options),
    });
  }

  return freeze({
    version: PRODUCT_VERSION,
    capabilities: async () => ({
      version: PRODUCT_VERSION,
      scopes: ['mcp:tools.list', 'mcp:tools.call', 'mcp:server.connect', 'browser:activeTab.read'],
      features: { tools: true, runs: true, activeTab: true, model: false, chat: false },
    }),
    requestPermissions: ({ scopes, reason, tools }: JsonObject = {}) =>
      request('requestPermissions', { scopes, reason, tools }),
    permissions: freeze({ list: () => request('permissions.list', {}) }),
    tools: freeze({ list: () => request('tools.list', {}), call }),
    createRun,
    browser: freeze({ activeTab: freeze({ readability: () => request('activeTab.readability', {}) }) }),
  });
}

function define(): void {
  const agent = agentFor(openChannel((error) => new AgentError(error)));
  // Sites have variables of this name, which they could not declare if it could not be replaced.
  natives.defineProperty(window, 'agent', { value: agent, configurable: true, enumerable: true, writable: true });
  const announce = () => natives.dispatch(window, new natives.CustomEvent('agent-ready'));
  // Frames get this script later than pages, when their parents were asked.
  if (document.readyState === 'loading') natives.listen(document, 'DOMContentLoaded', announce, { once: true });
  else announce();
}

if (window.isSecureContext && window.origin !== 'null') define();
