// What each origin was granted, for the panel.
import { limits } from '@sallyport/protocol';
import type { PanelOrigin } from '../base/panel-state.ts';
import { text } from '../base/texts.ts';
import { type AskGateway, allGrants, type Grant } from './gateway.ts';

/** What a yes to each scope is called, and a no. */
const words: Readonly<Record<string, readonly [string, string]>> = {
  'mcp:tools.list': ['mayList', 'mayNotList'],
  'mcp:tools.call': ['mayCall', 'mayNotCall'],
  'mcp:server.connect': ['mayConnect', 'mayNotConnect'],
  'browser:activeTab.read': ['mayReadTab', 'mayNotReadTab'],
};
const TOOLS_SHOWN = 5;

export async function listOrigins(ask: AskGateway): Promise<readonly PanelOrigin[]> {
  const { grants, calls } = await allGrants(ask);
  const origins = [...new Set(grants.map(({ origin }) => origin))].sort();
  return origins.map((origin) => {
    const own = grants.filter((grant) => grant.origin === origin);
    const count = calls[origin] ?? 0;
    const used = count === 0 ? [] : [text(count === 1 ? 'oneCallThisHour' : 'callsThisHour', count)];
    return {
      id: origin,
      facts: [...own.map(factOf), ...used],
      isDenied: own.every(({ grantType }) => grantType === 'DENY'),
    };
  });
}

function factOf({ scope, grantType, tabId, expiresAt, allowedTools, callsMade = 0 }: Grant): string {
  const [yes, no] = words[scope] ?? [];
  const named = grantType === 'DENY' ? no : yes;
  const may = named === undefined ? scope : text(named);
  const shown = allowedTools?.slice(0, TOOLS_SHOWN).join(', ') ?? '';
  const more = (allowedTools?.length ?? 0) > TOOLS_SHOWN ? ', …' : '';
  const which = shown === '' ? '' : ` (${shown}${more})`;
  const where = tabId === undefined ? '' : `, ${text('inOneTab')}`;
  const used = callsMade === 0 ? '' : `, ${text('callsUsed', callsMade, limits.webOrigin.callsPerGrant)}`;
  return `${may}${which}${where}${untilOf(expiresAt)}${used}`;
}

function untilOf(expiresAt: number | undefined): string {
  if (expiresAt === undefined) return '';
  return ` ${text('untilTime', new Date(expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }))}`;
}
