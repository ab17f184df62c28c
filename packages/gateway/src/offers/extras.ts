// What a caller is offered besides tools: everything of one app, or the prompts of all apps.
import type { Extras } from '@sallyport/mcp-door';
import type { App, CallOptions, JsonObject, RelayedMethod } from '@sallyport/protocol';
import type { ReadRequest } from '../path/call.ts';
import { PROMPTS_CHANGED } from '../path/changes.ts';
import { boundOf, type StateSeal } from '../path/request-state.ts';
import type { Claimed } from '../rooms/callers/callers.ts';
import { getPrompt, listPrompts, type PromptPorts } from './prompts.ts';

export interface ExtrasPorts {
  readonly appOf: (appId: string) => App | undefined;
  /** The apps whose prompts and resources the caller may use. */
  readonly appsFor: (by: Claimed) => readonly App[];
  readonly readFor: (request: ReadRequest, options: CallOptions) => Promise<JsonObject>;
  readonly seal: StateSeal;
  /** Called when an app appears, disappears or sends a notification. */
  readonly onAppNotice: (listener: (method: string) => void) => () => void;
}

const ofOneApp: readonly RelayedMethod[] = [
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
];

/** Resource URIs and completion arguments name no app, so they are offered only where one app is used alone. */
const ofAllApps: readonly RelayedMethod[] = ['prompts/list', 'prompts/get'];

/** Undefined for an app that has tools only. */
export function createAppExtras(ports: ExtrasPorts, by: Claimed, session: string, appId: string): Extras | undefined {
  const app = ports.appOf(appId);
  if (app?.relay === undefined) return undefined;
  return {
    methods: ofOneApp,
    hasLog: true,
    capabilities: async () => (await app.capabilities?.()) ?? {},
    relay: (method, args, options) => readBound(ports, session, { kind: 'read', by, app, method, args }, options),
    onNotification: (listener) => app.onNotification?.(listener) ?? (() => {}),
  };
}

export function createPromptExtras(ports: ExtrasPorts, by: Claimed, session: string): Extras {
  const prompts: PromptPorts = {
    apps: () => ports.appsFor(by),
    relay: (app, method, args, options) => readBound(ports, session, { kind: 'read', by, app, method, args }, options),
  };
  return {
    methods: ofAllApps,
    hasLog: false,
    // Even while no app has prompts: a later one may.
    capabilities: async () => ({ prompts: {} }),
    relay: (method, params, options) =>
      method === 'prompts/list' ? listPrompts(prompts, options) : getPrompt(prompts, params, options),
    onNotification: (listener) =>
      ports.onAppNotice((method) => {
        if (method === PROMPTS_CHANGED) listener(method, {});
      }),
  };
}

/** Binds a server's request state to this session, app and request. */
async function readBound({ seal, readFor }: ExtrasPorts, session: string, request: ReadRequest, options: CallOptions) {
  const bound = boundOf(session, request.app.id, request.method, request.args);
  return seal.close(await readFor(request, seal.open(options, bound)), bound);
}
