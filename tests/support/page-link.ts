// What our extension does for pages, without a browser: sends seed 004's messages through a real native host.
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { eventually } from './eventually.ts';
import type { FakeExtension } from './fake-extension.ts';

export interface PageLink {
  /** Sends one `host_*` message and resolves with its reply, whatever kind that is. */
  ask(type: string, fields?: JsonObject): Promise<JsonObject>;
  /** Progress that came for a request, by its request_id. */
  readonly progress: readonly JsonObject[];
}

export const page = 'https://page.example';

export function openPageLink({ post, heard }: FakeExtension): PageLink {
  let last = 0;
  return {
    async ask(type, fields = {}) {
      const requestId = `r${++last}`;
      post({ type, request_id: requestId, origin: page, ...fields });
      return eventually(
        `an answer to ${type}`,
        () => heard().find((message) => message.request_id === requestId && message.type !== 'progress'),
        15_000,
      );
    },
    get progress() {
      return heard().filter((message) => isRecord(message) && message.type === 'progress');
    },
  };
}
