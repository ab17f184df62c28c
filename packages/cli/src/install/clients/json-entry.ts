// Reads, puts and removes one entry of a client's JSON file (comments allowed) without touching anything else.
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { findNodeAtLocation, type Node, type ParseError, parse, parseTree } from 'jsonc-parser';

/** Undefined when text or container is not a JSON object. */
export function readJsonEntry(
  text: string,
  container: string,
  name: string,
): { readonly hasContainer: boolean; readonly entry: unknown } | undefined {
  if (text.trim() === '') return { hasContainer: false, entry: undefined };
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isRecord(value)) return undefined;
  const servers = value[container];
  if (servers === undefined) return { hasContainer: false, entry: undefined };
  return isRecord(servers) ? { hasContainer: true, entry: servers[name] } : undefined;
}

/** `text` must be readable by `readJsonEntry`. */
export function putJsonEntry(text: string, container: string, name: string, entry: JsonObject): string {
  const base = text.trim() === '' ? '{}\n' : text;
  const root = treeOf(base);
  const servers = findNodeAtLocation(root, [container]);
  if (servers === undefined) return insert(base, root, container, { [name]: entry });
  const old = findNodeAtLocation(root, [container, name]);
  if (old === undefined) return insert(base, servers, name, entry);
  return splice(base, old.offset, old.offset + old.length, render(base, entry, indentAt(base, old.offset)));
}

/** `withContainer`: also removes our container if it is empty then. */
export function removeJsonEntry(text: string, container: string, name: string, withContainer: boolean): string {
  const left = remove(text, [container, name]);
  const servers = findNodeAtLocation(treeOf(left), [container]);
  return withContainer && servers?.children?.length === 0 ? remove(left, [container]) : left;
}

export function isEmptyJson(text: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(text);
}

function treeOf(text: string): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) throw new TypeError('The text cannot be parsed as JSON a second time.');
  return root;
}

/** After the last property, on its own line, with the indentation of its neighbours. */
function insert(text: string, object: Node, key: string, value: JsonObject): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const last = object.children?.at(-1);
  const outer = indentAt(text, object.offset);
  if (last === undefined) {
    const inner = `${outer}${unitOf(text)}`;
    const line = `${inner}${JSON.stringify(key)}: ${render(text, value, inner)}`;
    const [start, end] = [object.offset + 1, object.offset + object.length - 1];
    const comments = text.slice(start, end).trimEnd();
    return splice(text, start, end, `${comments}${eol}${line}${eol}${outer}`);
  }
  const isOnOwnLine = /^[ \t]*$/.test(lineBefore(text, last.offset));
  const inner = isOnOwnLine ? lineBefore(text, last.offset) : `${outer}${unitOf(text)}`;
  const end = last.offset + last.length;
  return splice(text, end, end, `,${eol}${inner}${JSON.stringify(key)}: ${render(text, value, inner)}`);
}

/** The inverse of `insert`, up to white space in an object that was empty. */
function remove(text: string, path: string[]): string {
  const property = findNodeAtLocation(treeOf(text), path)?.parent;
  const siblings = property?.parent?.children ?? [];
  if (property === undefined) return text;
  const at = siblings.indexOf(property);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  const end = property.offset + property.length;
  if (before !== undefined) return splice(text, before.offset + before.length, end, '');
  if (after !== undefined) return splice(text, property.offset, after.offset, '');
  const object = property.parent;
  if (object === undefined) return text;
  const inner = object.offset + 1;
  const close = object.offset + object.length - 1;
  const comments = text.slice(inner, property.offset).trimEnd();
  const tail = text.slice(end, close).replace(/^\s*,/, '');
  const isBare = comments === '' && tail.trim() === '';
  return splice(text, inner, close, isBare ? '' : `${comments}${tail}`);
}

function render(text: string, value: JsonObject, indent: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', `${eol}${indent}`);
}

/** The file's indentation. */
function unitOf(text: string): string {
  return /\n([ \t]+)["/]/.exec(text)?.[1] ?? '  ';
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(lineBefore(text, offset))?.[0] ?? '';
}

function lineBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
}

function splice(text: string, start: number, end: number, middle: string): string {
  return `${text.slice(0, start)}${middle}${text.slice(end)}`;
}
