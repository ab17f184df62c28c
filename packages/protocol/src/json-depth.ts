// Checks how deeply a JSON value is nested: JSON.parse accepts any depth, but JSON.stringify overflows the stack.

/** Whether objects and arrays are nested more than `maxDepth` levels deep. */
export function isDeeper(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (maxDepth <= 0) return true;
  // Avoids the copy that Object.values would make of arrays, which are most of the large values.
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return parts.some((part) => isDeeper(part, maxDepth - 1));
}
