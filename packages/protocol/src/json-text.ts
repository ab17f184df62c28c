// The text of a JSON object, changed at its front alone: writing a large message anew is most of what a relay would do.

/** The object's text with fields before its own, of which it must have at least one and none of the same name. */
export function prependFields(fields: object, json: string): string {
  return `${openText(fields)}${json.slice(json.indexOf('{') + 1)}`;
}

/** The object's text without the fields it begins with; undefined when it begins with others, or has none but these. */
export function dropLeadingFields(fields: object, json: string): string | undefined {
  const head = openText(fields);
  return json.startsWith(head) ? `{${json.slice(head.length)}` : undefined;
}

/** True when the JSON text of plain data has no more units, whatever of it must be escaped. Looks at no more than it must. */
export function isSurelyShort(value: unknown, maxUnits: number): boolean {
  return unitsLeft(value, maxUnits) >= 0;
}

const ESCAPED_UNITS = 6;
/** Of a number, or of the marks around a key or an entry. */
const OTHER_UNITS = 25;

function unitsLeft(value: unknown, maxUnits: number): number {
  let left = maxUnits - OTHER_UNITS;
  if (typeof value === 'string') return left - ESCAPED_UNITS * value.length;
  if (typeof value !== 'object' || value === null) return left;
  for (const [key, entry] of Object.entries(value)) {
    if (left < 0) break;
    left = unitsLeft(entry, left - ESCAPED_UNITS * key.length - OTHER_UNITS);
  }
  return left;
}

/** Fields as the beginning of an object that has more. */
function openText(fields: object): string {
  return `${JSON.stringify(fields).slice(0, -1)},`;
}
