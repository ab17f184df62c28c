// The line that replaces a frame which the agent may not read.

/** With the frame's ref, a snapshot of which asks the user. */
export function withheld(site: string, ref?: string): string {
  const ask = ref === undefined ? '' : `; a snapshot of ${ref} asks the user`;
  return `… frame of ${site} withheld: you may not read that site${ask}`;
}
