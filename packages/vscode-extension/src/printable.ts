// Texts that come from agents, as people are shown them: on one line, without signs that nobody sees.

const AGENT_MAX_CHARS = 40;

export function printable(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}

/** An agent's name is its own claim: shown, but cut. */
export function shownAgent(name: string): string {
  return printable(name).slice(0, AGENT_MAX_CHARS);
}
