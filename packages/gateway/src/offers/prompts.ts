// The prompts of all apps, each with its app's name as a prefix, like the tools.
import {
  type App,
  type CallOptions,
  isRecord,
  type JsonObject,
  recordsIn,
  SallyportError,
  textFrom,
  unlessAborted,
} from '@sallyport/protocol';
import { isToolOf, mcpName } from '../rooms/registry/tool-name.ts';

export interface PromptPorts {
  /** The apps whose prompts the caller may use. */
  readonly apps: () => readonly App[];
  readonly relay: (
    app: App,
    method: 'prompts/list' | 'prompts/get',
    params: JsonObject,
    options: CallOptions,
  ) => Promise<JsonObject>;
}

/** A slower server is left out; it sends a notification when its prompts are available. */
const LIST_MS = 5_000;
const MAX_PAGES = 20;

/** Sorted by name, like the tools. Prompts with the same name are left out, because they are ambiguous. */
export async function listPrompts(ports: PromptPorts, options: CallOptions): Promise<JsonObject> {
  const lists = await Promise.all(ports.apps().map((app) => promptsOf(app, ports, options).catch(() => [])));
  const all = lists.flat();
  const count = new Map<string, number>();
  for (const { spelled } of all) count.set(spelled, (count.get(spelled) ?? 0) + 1);
  const prompts = all
    .filter(({ spelled }) => count.get(spelled) === 1)
    .map(({ spelled, declared }) => ({ ...declared, name: spelled }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { prompts };
}

/** MCP names lose characters, so the app's list is needed to find the prompt. */
export async function getPrompt(ports: PromptPorts, params: JsonObject, options: CallOptions): Promise<JsonObject> {
  const spelled = textFrom(params.name);
  const app = ports.apps().find(({ id }) => isToolOf(id, spelled));
  const prompts = app === undefined ? [] : await promptsOf(app, ports, options);
  const [found, rival] = prompts.filter((prompt) => prompt.spelled === spelled);
  if (app === undefined || found === undefined || rival !== undefined) throw noSuchPrompt();
  return ports.relay(app, 'prompts/get', { ...params, name: found.declared.name }, options);
}

interface Prompt {
  /** `app__name`. */
  readonly spelled: string;
  readonly declared: JsonObject;
}

async function promptsOf(app: App, { relay }: PromptPorts, options: CallOptions): Promise<readonly Prompt[]> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(LIST_MS)]);
  const abilities = await unlessAborted(signal, Promise.resolve(app.capabilities?.()));
  if (!isRecord(abilities?.prompts)) return [];
  const found: Prompt[] = [];
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = typeof cursor === 'string' ? { cursor } : {};
    const { prompts, nextCursor } = await relay(app, 'prompts/list', params, { signal });
    for (const declared of recordsIn(prompts)) {
      if (typeof declared.name === 'string') found.push({ spelled: mcpName(app.id, declared.name), declared });
    }
    cursor = nextCursor;
    if (cursor === undefined) break;
  }
  return found;
}

function noSuchPrompt(): SallyportError {
  return new SallyportError('ERR_TOOL_NOT_FOUND', 'There is no prompt with this name.', {
    hint: 'List the prompts again; names are like app__name.',
  });
}
