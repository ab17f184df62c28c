// Parses the user's config.json, with comments; throws with the reason when it is invalid.
import { readIfPresent } from '@sallyport/native-host/run-directory';
import { isRecord, limits, numberFrom, SallyportError } from '@sallyport/protocol';
import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type ConfiguredFamilies, isFamilies } from '../rooms/grants/families.ts';
import { parseServers, type ServerSpecs } from './server-spec.ts';

export interface Config {
  readonly policy: Readonly<Record<string, 'allow' | 'ask' | 'deny'>>;
  readonly servers: ServerSpecs;
  /** Tool families by agent name; `*` for all others. */
  readonly families: ConfiguredFamilies;
  /** Opens the HTTP door at this port. */
  readonly http?: { readonly port: number };
  /** How long a browser keeps the tabs of a disconnected agent; `null` for forever. */
  readonly keepTabsMs: number | null;
}

const RULE = /^[a-z0-9-]+\/(\*|[^*]+)$/;

/** A missing file counts as empty. Unknown keys are ignored. */
export function parseConfig(text: string | undefined, path: string): Config {
  if (text === undefined || text.trim() === '')
    return { policy: {}, servers: parseServers({}), families: {}, keepTabsMs: limits.agent.idleMs };
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length;
    // "CloseBraceExpected" becomes words.
    const what = printParseErrorCode(first.error)
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase();
    throw invalidConfig(path, `line ${line}: ${what}`);
  }
  if (!isRecord(value)) throw invalidConfig(path, 'it must be an object');
  return {
    policy: parsePolicy(value.policy ?? {}, path),
    servers: parseServersOf(text, value.mcpServers ?? {}, path),
    families: parseFamilies(value.families ?? {}, path),
    ...parseHttp(value.http, path),
    keepTabsMs: parseKeepTabs(value.keepTabsMinutes, path),
  };
}

/** `"families": ["core", "files"]` for every agent, or lists by agent name, with "*" for all others. */
function parseFamilies(value: unknown, path: string): ConfiguredFamilies {
  const byAgent = isFamilies(value) ? { '*': value } : value;
  if (isRecord(byAgent) && Object.values(byAgent).every(isFamilies)) {
    return Object.fromEntries(
      Object.entries(byAgent).flatMap(([name, families]) => (isFamilies(families) ? [[name, families]] : [])),
    );
  }
  throw invalidConfig(path, '"families" must be a list of families like ["core", "-editor"], or such lists by agent');
}

/** `"http": true`, or `"http": {"port": 5764}`. Only a CLI flag, never the config, turns the token off. */
function parseHttp(value: unknown, path: string): Pick<Config, 'http'> {
  if (value === undefined || value === false) return {};
  const { port = limits.door.gatewayPort } = isRecord(value) ? value : {};
  const isPort = typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535;
  if ((value !== true && !isRecord(value)) || !isPort) {
    throw invalidConfig(path, '"http" must be true, false, or an object with a "port"');
  }
  return { http: { port } };
}

/** `"keepTabsMinutes": 30`, or `"forever"`. */
function parseKeepTabs(value: unknown, path: string): number | null {
  if (value === undefined) return limits.agent.idleMs;
  if (value === 'forever') return null;
  const ms = numberFrom(value) * 60_000;
  if (typeof value === 'number' && ms >= 0 && ms <= limits.agent.keepTabsMaxMs) return ms;
  throw invalidConfig(path, `"keepTabsMinutes" must be 0 to ${limits.agent.keepTabsMaxMs / 60_000}, or "forever"`);
}

/** Why the file is invalid; undefined if it is not. */
export function readConfigProblem(path: string): SallyportError | undefined {
  try {
    parseConfig(readIfPresent(path), path);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof SallyportError) return thrown;
    throw thrown;
  }
}

/** A parsed object has lost duplicate names; the syntax tree has not. */
function parseServersOf(text: string, value: unknown, path: string): ServerSpecs {
  if (!isRecord(value)) throw invalidConfig(path, '"mcpServers" must be an object');
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root === undefined ? undefined : findNodeAtLocation(root, ['mcpServers']);
  const names = node?.children?.map(({ children }) => String(children?.[0]?.value));
  return parseServers(value, names);
}

/** An invalid rule must not become "allow" by being skipped. */
function parsePolicy(value: unknown, path: string): Config['policy'] {
  if (!isRecord(value)) throw invalidConfig(path, '"policy" must be an object');
  const policy: Record<string, 'allow' | 'ask' | 'deny'> = {};
  for (const [rule, verdict] of Object.entries(value)) {
    if (!RULE.test(rule)) throw invalidConfig(path, `the rule "${rule}" under "policy" must be app/tool or app/*`);
    if (verdict !== 'allow' && verdict !== 'ask' && verdict !== 'deny') {
      throw invalidConfig(path, `the rule "${rule}" under "policy" must be "allow", "ask" or "deny"`);
    }
    policy[rule] = verdict;
  }
  return policy;
}

function invalidConfig(path: string, what: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `${path} cannot be used: ${what}.`, {
    hint: 'Correct the file and start again; until then nothing is allowed.',
  });
}
