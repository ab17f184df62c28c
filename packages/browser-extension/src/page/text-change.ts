// One text that became another: the words that changed, with a few around them.
import { cut } from './dom.ts';
import { bareOrQuoted, quoted } from './quote.ts';

/** Shorter ones are shown whole, which reads better. */
const WHOLE_CHARS = 40;
const LEAD_WORDS = 4;
const OLD_CHARS = 60;
const NEW_CHARS = 300;

/** "…the total of all is 3 → 4 items". Both are on one line, and not equal. */
export function textChange(old: string, now: string): string {
  if (Math.max(old.length, now.length) <= WHOLE_CHARS) return `${arrowed(old)} → ${arrowed(now)}`;
  const [before, after] = [old.split(' '), now.split(' ')];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  // Where words were only added or removed, one of those around says where.
  if (start + end >= shorter && start + end > 0) {
    if (start > 0) start -= 1;
    else end -= 1;
  }
  const lead = before.slice(Math.max(0, start - LEAD_WORDS), start);
  const was = cut(before.slice(start, before.length - end).join(' '), OLD_CHARS);
  const is = cut(after.slice(start, after.length - end).join(' '), NEW_CHARS);
  const tail = end === 0 ? [] : after.slice(-end).slice(0, 1);
  const words = `${leadOf(lead, start > lead.length)}${arrowed(was)} → ${arrowed(is)}`;
  return tail.length === 0 ? words : `${words} ${bareOrQuoted(tail.join(' '))}`;
}

function leadOf(lead: readonly string[], isCut: boolean): string {
  return lead.length === 0 ? '' : `${isCut ? '…' : ''}${bareOrQuoted(lead.join(' '))} `;
}

/** An arrow of the page's own would look like ours. */
function arrowed(words: string): string {
  return words.includes('→') ? quoted(words) : bareOrQuoted(words);
}
