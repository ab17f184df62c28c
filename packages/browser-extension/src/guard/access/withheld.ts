// The one line that stands for a frame which the agent may not read.

/** With the ref of the frame, by which it can be asked for. */
export function withheld(site: string, ref?: string): string {
  const ask = ref === undefined ? '' : `; a snapshot of ${ref} asks the user`;
  return `… frame of ${site} withheld: you may not read that site${ask}`;
}
