// Whether a web page may use the user's tools or read their tab. The gateway stores the answer, by origin.
import type { PanelPageRequest } from '../../base/panel-state.ts';
import { plainText } from '../../base/plain-text.ts';
import { text } from '../../base/texts.ts';
import type { QuestionKind } from './question.ts';

const REASON_CHARS = 300;
const TOOL_CHARS = 120;
const DESCRIPTION_CHARS = 160;
/** More tools than a person reads; the page can name those it needs. */
const TOOLS_MAX = 100;

/** Each scope in the words of a person, and what can go wrong. */
const scopeWords: Readonly<Record<string, { readonly text: string; readonly risk: string }>> = {
  'mcp:tools.list': { text: 'scopeList', risk: 'scopeListRisk' },
  'mcp:tools.call': { text: 'scopeCall', risk: 'scopeCallRisk' },
  'mcp:server.connect': { text: 'scopeConnect', risk: 'scopeConnectRisk' },
  'browser:activeTab.read': { text: 'scopeTab', risk: 'scopeTabRisk' },
};

function wordsOf(scope: string): readonly { readonly text: string; readonly risk: string }[] {
  const words = scopeWords[scope];
  return words === undefined ? [] : [{ text: text(words.text), risk: text(words.risk) }];
}

export const pageQuestion: QuestionKind<'page'> = {
  key: ({ origin, tabId }) => [origin, tabId],
  describe: ({ origin }) => `to let ${origin} use your tools`,
  card: ({ origin, within, icon, reason, scopes, tools }) => ({
    request: text('pageAsks'),
    about: origin,
    meaning: text(within === undefined ? 'tabLasts' : 'frameLasts'),
    page: {
      ...partsOf(origin),
      within,
      icon,
      reason: plainText(reason, REASON_CHARS),
      scopes: scopes.flatMap(wordsOf),
      tools: tools.slice(0, TOOLS_MAX).map(({ name, description, effect, isSuggested }) => ({
        id: name,
        name: plainText(name, TOOL_CHARS),
        description: plainText(description, DESCRIPTION_CHARS),
        effect,
        isSuggested,
      })),
    },
    // A frame shares the window with the page around it, which can mislead: nothing there is for good.
    answers: [
      { text: text('allowTab'), decision: 'allow', lasting: 'once', look: 'main' },
      ...(within === undefined
        ? ([{ text: text('allowAlways'), decision: 'allow', lasting: 'always', look: '' }] as const)
        : []),
      { text: text('deny'), decision: 'deny', lasting: within === undefined ? 'always' : 'once', look: 'danger' },
    ],
  }),
  decide: async () => undefined,
  verdict: () => 'ask',
};

/** Second-level names under which countries register domains. */
const SECOND_LEVEL = /^(ac|co|com|edu|go|gov|ne|net|or|org)$/;

/**
 * The address in three parts, of which the middle is the name that somebody registered: `https://login.` `example.co.uk`
 * `:8443`. Without a list of public suffixes the middle can be too long or too short; all of the origin is always shown.
 */
export function partsOf(origin: string): Pick<PanelPageRequest, 'before' | 'name' | 'after'> {
  const { protocol, hostname, port } = new URL(origin);
  const after = port === '' ? '' : `:${port}`;
  const labels = hostname.split('.');
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  const [second = '', top = ''] = labels.slice(-2);
  const count = isAddress ? labels.length : top.length === 2 && SECOND_LEVEL.test(second) ? 3 : 2;
  const name = labels.slice(-count).join('.');
  return { before: `${protocol}//${hostname.slice(0, hostname.length - name.length)}`, name, after };
}
