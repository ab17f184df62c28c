// What each origin was granted, for the panel.
import type { PanelOrigin } from '../base/panel-state.ts';
import { type AskGateway, allGrants, type Grant } from './gateway.ts';

const words: Readonly<Record<string, string>> = {
  'mcp:tools.list': 'see your tools',
  'mcp:tools.call': 'use your tools',
  'mcp:server.connect': 'start your tool servers',
  'browser:activeTab.read': 'read the tab in front',
};
const TOOLS_SHOWN = 5;

export async function listOrigins(ask: AskGateway): Promise<readonly PanelOrigin[]> {
  const { grants, calls } = await allGrants(ask);
  const origins = [...new Set(grants.map(({ origin }) => origin))].sort();
  return origins.map((origin) => {
    const own = grants.filter((grant) => grant.origin === origin);
    const count = calls[origin] ?? 0;
    const used = count === 0 ? [] : [`${count} ${count === 1 ? 'call' : 'calls'} in this hour`];
    return {
      id: origin,
      facts: [...own.map(factOf), ...used],
      isDenied: own.every(({ grantType }) => grantType === 'DENY'),
    };
  });
}

function factOf({ scope, grantType, tabId, expiresAt, allowedTools }: Grant): string {
  const may = `may ${grantType === 'DENY' ? 'not ' : ''}${words[scope] ?? scope}`;
  const shown = allowedTools?.slice(0, TOOLS_SHOWN).join(', ') ?? '';
  const more = (allowedTools?.length ?? 0) > TOOLS_SHOWN ? ', …' : '';
  const which = shown === '' ? '' : ` (${shown}${more})`;
  const where = tabId === undefined ? '' : ', in one tab';
  return `${may}${which}${where}${untilOf(expiresAt)}`;
}

function untilOf(expiresAt: number | undefined): string {
  if (expiresAt === undefined) return '';
  return ` until ${new Date(expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`;
}
