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

/** Fields as the beginning of an object that has more. */
function openText(fields: object): string {
  return `${JSON.stringify(fields).slice(0, -1)},`;
}
