// Changes the beginning of a JSON text without parsing it: serialising large messages again would be most of a relay's work.

/** Adds fields at the start of an object's text. The object must have at least one field, and none with these names. */
export function prependFields(fields: object, json: string): string {
  return `${openText(fields)}${json.slice(json.indexOf('{') + 1)}`;
}

/** Removes these fields from the start of an object's text; undefined if it does not start with them or has no others. */
export function dropLeadingFields(fields: object, json: string): string | undefined {
  const head = openText(fields);
  return json.startsWith(head) ? `{${json.slice(head.length)}` : undefined;
}

/** True when the JSON text of the value certainly fits into `maxUnits`, even if every character is escaped. Stops early. */
export function isSurelyShort(value: unknown, maxUnits: number): boolean {
  return unitsLeft(value, maxUnits) >= 0;
}

const ESCAPED_UNITS = 6;
/** Enough for a number, or for the punctuation around a key or an entry. */
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

/** The text of an object that continues with more fields. */
function openText(fields: object): string {
  return `${JSON.stringify(fields).slice(0, -1)},`;
}
