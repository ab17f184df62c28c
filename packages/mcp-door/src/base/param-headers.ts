// Arguments that a tool wants repeated in HTTP headers (`x-mcp-header` in its schema), so that proxies can route calls
// without parsing them.
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { encodeHeader } from './headers.ts';

/** The argument's path, and the last part of its header's name. */
export interface MirroredParam {
  readonly path: readonly string[];
  readonly header: string;
}

const ANNOTATION = 'x-mcp-header';
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const types: readonly unknown[] = ['string', 'integer', 'boolean'];
/** Beyond this no one writes schemas by hand. */
const MAX_DEPTH = 64;

/** Undefined for a schema with invalid annotations: the server would refuse calls of this tool. */
export function mirroredParams(schema: JsonObject): readonly MirroredParam[] | undefined {
  const found: MirroredParam[] = [];
  if (!collect(schema, [], found)) return undefined;
  const names = found.map(({ header }) => header.toLowerCase());
  return new Set(names).size === names.length ? found : undefined;
}

/** An annotation is valid only on arguments that are reached through `properties` alone. */
function collect(schema: JsonObject, path: readonly string[], found: MirroredParam[]): boolean {
  if (path.length > MAX_DEPTH) return false;
  const { [ANNOTATION]: header, properties, ...rest } = schema;
  if (header !== undefined) {
    const isSound = path.length > 0 && typeof header === 'string' && TOKEN.test(header) && types.includes(schema.type);
    if (!isSound) return false;
    found.push({ path, header });
  }
  if (isAnnotated(rest)) return false;
  return Object.entries(isRecord(properties) ? properties : {}).every(
    ([name, inner]) => !isRecord(inner) || collect(inner, [...path, name], found),
  );
}

/** These keywords hold data, not schemas. */
const dataKeys = ['const', 'enum', 'default', 'examples'];

function isAnnotated(part: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(part)) return part.some((item) => isAnnotated(item, depth + 1));
  if (!isRecord(part)) return false;
  return Object.entries(part).some(
    ([key, value]) => key === ANNOTATION || (!dataKeys.includes(key) && isAnnotated(value, depth + 1)),
  );
}

/** Arguments that are missing, or are not text, integer or boolean, get no header. */
export function paramHeaders(params: readonly MirroredParam[], args: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { path, header } of params) {
    const text = argumentText(path, args);
    if (text !== undefined) headers[`Mcp-Param-${header}`] = encodeHeader(text);
  }
  return headers;
}

/** What the header of an argument says. */
export function argumentText(path: readonly string[], args: JsonObject): string | undefined {
  const value = path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), args);
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined;
}
