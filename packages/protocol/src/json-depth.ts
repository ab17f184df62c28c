// How deep a value read from JSON nests: JSON.parse takes any depth, JSON.stringify and every walk overflow the stack.

/** Whether objects and arrays nest in each other on more levels than this. */
export function isDeeper(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (maxDepth <= 0) return true;
  // Arrays without the copy that Object.values would make: they are most of what is large.
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return parts.some((part) => isDeeper(part, maxDepth - 1));
}
