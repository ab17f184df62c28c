// sallyport grants: shows, makes and revokes the user's decisions about web origins and agents.
import { isRecord, type JsonObject, recordsIn, SallyportError } from '@sallyport/protocol';
import type { Command } from 'commander';
import { columns } from '../columns.ts';
import type { CommandFrame } from '../context.ts';
import { withGateway } from '../gateway/from-frame.ts';
import { collect, subcommand } from './options.ts';
import { parseAge } from './time.ts';

interface DecideOptions {
  readonly profile?: string;
  readonly tool: readonly string[];
  readonly once?: boolean;
  readonly for?: string;
}

const WHO = 'an origin such as https://example.com, or an agent by name or id';

export function define(command: Command, frame: () => CommandFrame): void {
  const sub = (name: string, summary: string) => subcommand(command, name, summary);
  sub('list', 'show current decisions')
    .argument('[who]', WHO)
    .option('--profile <id>', 'only in this browser profile')
    .action((who: string | undefined, options) => runList(who, options, frame()));
  sub('allow', 'allow a scope, permanently unless --once or --for is given')
    .argument('<who>', WHO)
    .argument('[scope]', 'the scope (permission) to allow', 'mcp:tools.call')
    .option('--profile <id>', 'only in this browser profile')
    .option(
      '--tool <app/tool>',
      'only this tool, or app/* for a whole app; adds to tools already allowed (may be repeated)',
      collect,
      [],
    )
    .option('--once', 'for ten minutes, or until the gateway stops')
    .option('--for <time>', 'for this long, such as 30m, 8h or 7d')
    .action((who: string, scope: string, options) => runDecide('allow', who, scope, options, frame()));
  sub('deny', 'deny a scope permanently')
    .argument('<who>', WHO)
    .argument('[scope]', 'the scope (permission) to deny', 'mcp:tools.call')
    .option('--profile <id>', 'only in this browser profile')
    .action((who: string, scope: string, options) => runDecide('deny', who, scope, { tool: [], ...options }, frame()));
  sub('revoke', 'revoke a decision, with effect from the next call')
    .argument('[which]', 'an id from "grants list", an origin or an agent')
    .argument('[scope]', 'only this scope of the origin or agent')
    .option('--profile <id>', 'only in this browser profile')
    .option('--all', 'revoke everything')
    .action((which: string | undefined, scope: string | undefined, options) =>
      runRevoke(which, scope, options, frame()),
    );
  command.action(() => runList(undefined, {}, frame()));
}

async function runList(who: string | undefined, options: { profile?: string }, frame: CommandFrame): Promise<void> {
  const { output, now, ...context } = frame;
  const request = { who, ...options };
  const { grants, sites, lost } = await withGateway({ ...context, now }, (control) =>
    control.request('grants.list', request),
  );
  const list = recordsIn(grants);
  const siteList = recordsIn(sites);
  if (isRecord(lost))
    output.note(
      `Earlier decisions could not be read; they were moved to ${lost.setAside}. Until you run "sallyport grants revoke --all", agents may do only what is listed here.`,
    );
  output.result({ grants: list, sites: siteList, ...(isRecord(lost) ? { lost } : {}) }, () =>
    describe([...list, ...siteList], now()),
  );
}

async function runDecide(
  verb: 'allow' | 'deny',
  who: string,
  scope: string,
  { profile, tool, once, for: time }: DecideOptions,
  { output, now, ...context }: CommandFrame,
): Promise<void> {
  const expiresAt = time === undefined ? undefined : now() + parseAge(time);
  const { grant } = await withGateway({ ...context, now }, (control) =>
    control.request(`grants.${verb}`, {
      who,
      scope,
      profile,
      tools: tool.length === 0 ? undefined : tool,
      once,
      expiresAt,
    }),
  );
  output.result({ grant }, () => describe(recordsIn([grant]), now()));
}

async function runRevoke(
  which: string | undefined,
  scope: string | undefined,
  { profile, all }: { profile?: string; all?: boolean },
  { output, ...context }: CommandFrame,
): Promise<void> {
  if (which === undefined && all !== true) {
    throw new SallyportError('ERR_INPUT_INVALID', 'Nothing to revoke was named.', {
      hint: 'Name an id from "sallyport grants list", an origin or an agent; or pass --all.',
    });
  }
  const isId = which !== undefined && /^[0-9a-f]{4}[0-9a-f-]*$/.test(which);
  const request = all === true ? { all } : isId ? { id: which } : { who: which, scope };
  const { revoked } = await withGateway(context, (control) =>
    control.request('grants.revoke', { ...request, profile }),
  );
  const list = recordsIn(revoked);
  if (list.length === 0 && all !== true) {
    throw new SallyportError('ERR_INPUT_INVALID', 'No such decision.', {
      hint: 'Run "sallyport grants list" to see all.',
    });
  }
  output.result({ revoked: list }, () =>
    list.length === 0 ? 'There was no decision.' : `Revoked: ${list.map(({ id }) => shortId(id)).join(', ')}.`,
  );
}

function describe(grants: readonly JsonObject[], nowMs: number): string {
  if (grants.length === 0)
    return 'No decisions yet. Web pages and agents on new sites ask in the browser, which has to be open for its decisions to be listed.';
  return columns([
    ['ID', 'WHO', 'SCOPE', 'DECISION', 'TOOLS', 'ENDS', 'BY'],
    ...grants.flatMap((grant) => {
      if (grant.site !== undefined) return siteRows(grant, nowMs);
      const { id, origin, profileId, agent, agentName, scope, grantType, allowedTools, expiresAt, tabId, grantedBy } =
        grant;
      const who = typeof agent === 'string' ? String(agentName ?? agent) : `${origin} (${profileId})`;
      const tools = Array.isArray(allowedTools) ? allowedTools.join(' ') || 'none' : 'all';
      const ends = [
        ...(typeof expiresAt === 'number' ? [`in ${minutes(expiresAt - nowMs)}`] : []),
        ...(typeof tabId === 'number' ? [`with tab ${tabId}`] : []),
      ];
      return [
        [shortId(id), who, String(scope), String(grantType), tools, ends.join(', ') || 'never', String(grantedBy)],
      ];
    }),
  ]);
}

/** What an agent may do on a site: a row for each decision, one where it may both read and act. */
function siteRows({ id, agentName, site, expiresAt, ...rule }: JsonObject, nowMs: number): readonly string[][] {
  const ends = typeof expiresAt === 'number' ? `in ${minutes(expiresAt - nowMs)}` : 'never';
  const row = (rights: string, decision: unknown) => {
    const words = decision === 'deny' ? 'DENY' : typeof expiresAt === 'number' ? 'ALLOW_ONCE' : 'ALLOW_ALWAYS';
    return [shortId(id), String(agentName), `${rights} ${site}`, words, '', ends, 'extension'];
  };
  const { read, act, readState, changeState } = rule;
  const ofPage =
    read === act
      ? ([['read and act on', read]] as const)
      : ([
          ['read', read],
          ['act on', act],
        ] as const);
  const ofState = [
    ['read cookies and stored data of', readState],
    ['change cookies and stored data of', changeState],
  ] as const;
  return [...ofPage, ...ofState].flatMap(([words, decision]) => (decision === undefined ? [] : [row(words, decision)]));
}

function minutes(ms: number): string {
  const count = Math.max(1, Math.round(ms / 60_000));
  return count < 120 ? `${count} min` : `${Math.round(count / 60)} h`;
}

function shortId(id: unknown): string {
  return String(id).slice(0, 8);
}
