// Turns terminal output into text: removes escape sequences, shell integration marks and overwritten text.
import { shownMarks } from './command-form.ts';

const ESC = '\u001b';
const BEL = '\u0007';

/**
 * In order of precedence: strings (OSC, DCS, SOS, PM, APC) up to their terminator or the end of the line, control sequences,
 * two-byte escapes, single control bytes. Also matches an incomplete sequence at the end.
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

/** The command itself, which a script shows to the user. */
const SHOWN = new RegExp(`${ESC}\\]${shownMarks.start}${BEL}[^]*?${ESC}\\]${shownMarks.end}${BEL}`, 'g');

/** Needs the whole output: half a sequence would look like text. */
export function stripTerminal(raw: string): string {
  return raw.replaceAll('\r\n', '\n').replace(SHOWN, '').replace(SEQUENCES, '').split('\n').map(finalLine).join('\n');
}

/** A carriage return overwrites the line, so only the last state of a progress bar counts. */
function finalLine(line: string): string {
  const erased = line.includes('\b') ? erase(line) : line;
  if (!erased.includes('\r')) return erased;
  let shown = '';
  // Backwards: earlier parts are visible only where they are longer.
  for (const part of erased.split('\r').reverse()) {
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
