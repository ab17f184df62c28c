// Terminal output as text: without escape sequences, the marks of shell integration, and what was drawn over.

const ESC = '\u001b';
const BEL = '\u0007';

/**
 * Sequences in their order of precedence: strings (OSC, DCS, SOS, PM, APC) up to their end or, when that never came, up to the end of
 * the line; control sequences; two-byte escapes; lone control bytes. A cut sequence at the very end goes too.
 */
const SEQUENCES = new RegExp(
  [
    `${ESC}[\\]PX^_][^${BEL}${ESC}\\u009c\\n]*(?:${BEL}|${ESC}\\\\|\\u009c)?`,
    `[\\u009d\\u0090\\u0098\\u009e\\u009f][^${BEL}${ESC}\\u009c\\n]*(?:${BEL}|${ESC}\\\\|\\u009c)?`,
    `(?:${ESC}\\[|\\u009b)[0-?]*[ -/]*[@-~]?`,
    `${ESC}[ -/]*[0-~]?`,
    '[\\u0000-\\u0007\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]',
  ].join('|'),
  'g',
);

/** Whole output only: a sequence cut between two pieces could not be told from text. */
export function stripTerminal(raw: string): string {
  return raw.replaceAll('\r\n', '\n').replace(SEQUENCES, '').split('\n').map(overdrawn).join('\n');
}

/** A carriage return goes back to the start of the line: of a progress bar only its last state counts. */
function overdrawn(line: string): string {
  const backed = line.includes('\b') ? erase(line) : line;
  if (!backed.includes('\r')) return backed;
  let shown = '';
  // From the last on: what came before it is seen only where it is longer.
  for (const part of backed.split('\r').reverse()) {
    if (part.length > shown.length) shown += part.slice(shown.length);
  }
  return shown.trimEnd();
}

function erase(line: string): string {
  const kept: string[] = [];
  for (const char of line) {
    if (char === '\b') kept.pop();
    else kept.push(char);
  }
  return kept.join('');
}
