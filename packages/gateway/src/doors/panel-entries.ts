// Entries of the journal as the panel in the browser shows them: names, times and outcomes, no ids.
import type { JsonObject } from '@sallyport/protocol';
import type { Entry, Who } from '../rooms/journal/entry.ts';
import type { NumberedEntry } from '../rooms/journal/recent.ts';

export function describeEntry({ number, entry }: NumberedEntry): JsonObject {
  const { kind, at } = entry;
  return { number, kind, at, ...factsOf(entry) };
}

function factsOf(entry: Entry): JsonObject {
  switch (entry.kind) {
    case 'call': {
      const { tool, outcome, code, durationMs } = entry;
      return { who: whoOf(entry), site: siteOf(entry), what: tool ?? '', outcome, code, durationMs };
    }
    case 'read': {
      const { server, method, outcome, code, durationMs } = entry;
      return { who: whoOf(entry), site: siteOf(entry), what: `${server} ${method}`, outcome, code, durationMs };
    }
    case 'limit':
      return { who: whoOf(entry), site: siteOf(entry), what: entry.tool ?? entry.limit, outcome: 'limit' };
    case 'permission': {
      const { scope, action, result } = entry;
      return {
        who: 'agentKey' in entry ? '' : whoOf(entry),
        site: siteOf(entry),
        what: scope,
        outcome: action,
        result,
      };
    }
    case 'server':
      return { who: entry.server, what: '', outcome: entry.state };
    case 'tool':
      return { who: '', what: entry.tool, outcome: entry.event };
    case 'gateway':
      return { who: entry.who ?? '', what: '', outcome: entry.event };
  }
}

function whoOf(entry: Who): string {
  return 'origin' in entry ? entry.origin : entry.agent.name;
}

/** The site that an agent worked on, or the origin of the page that called. */
function siteOf(entry: Who | { readonly agentKey: string }): string | undefined {
  if ('site' in entry && typeof entry.site === 'string') return entry.site;
  return 'origin' in entry ? entry.origin : undefined;
}
