// The user's config.json: read once at the start, comments allowed, refused with the reason when it is not sound.
import { isRecord, SallyportError } from '@sallyport/protocol';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

export interface Config {
  readonly policy: Readonly<Record<string, 'allow' | 'deny'>>;
}

const RULE = /^[a-z0-9-]+\/(\*|[^*]+)$/;

/** A missing file is an empty one. Keys that this version does not know are left to those that do. */
export function parseConfig(text: string | undefined, path: string): Config {
  if (text === undefined || text.trim() === '') return { policy: {} };
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw unsound(path, `line ${line}: ${printParseErrorCode(first.error)}`);
  }
  if (!isRecord(value)) throw unsound(path, 'it must be an object');
  return { policy: parsePolicy(value.policy ?? {}, path) };
}

/** A rule that cannot be read must not become "allow" by being passed over. */
function parsePolicy(value: unknown, path: string): Config['policy'] {
  if (!isRecord(value)) throw unsound(path, '"policy" must be an object');
  const policy: Record<string, 'allow' | 'deny'> = {};
  for (const [rule, verdict] of Object.entries(value)) {
    if (!RULE.test(rule)) throw unsound(path, `the rule "${rule}" under "policy" must be app/tool or app/*`);
    if (verdict !== 'allow' && verdict !== 'deny') {
      throw unsound(path, `the rule "${rule}" under "policy" must be "allow" or "deny"`);
    }
    policy[rule] = verdict;
  }
  return policy;
}

function unsound(path: string, what: string): SallyportError {
  return new SallyportError('ERR_INPUT_INVALID', `${path} cannot be used: ${what}.`, {
    hint: 'Correct the file and start again; until then nothing is allowed.',
  });
}
