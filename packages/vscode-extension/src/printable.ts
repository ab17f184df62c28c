// Makes text from agents safe to show: on one line, without invisible characters.

const AGENT_MAX_CHARS = 40;

export function printable(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}

/** Agents choose their own names, so they are cut. */
export function shownAgent(name: string): string {
  return printable(name).slice(0, AGENT_MAX_CHARS);
}
