// The status line of `up`: rewritten in place on a terminal, otherwise printed on change.
import type { TextSink } from '../output.ts';
import { visible } from '../visible.ts';

export interface LinkStatus {
  readonly gateway: boolean;
  readonly browser: 'open' | 'connected' | 'closed';
  readonly browserTitle: string;
  readonly agents: number;
  readonly calls: number;
}

function describeStatus({ gateway, browser, browserTitle, agents, calls }: LinkStatus): string {
  const mark = gateway && browser === 'connected' ? '●' : '○';
  const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const states = { open: 'connecting', connected: 'connected', closed: 'closed' };
  return [
    `${mark} gateway ${gateway ? 'up' : 'restarting'}`,
    `${browserTitle} ${states[browser]}`,
    count(agents, 'agent'),
    `${count(calls, 'call')} running`,
  ].join(' · ');
}

export interface StatusLine {
  show(status: LinkStatus): void;
  /** Prints a permanent line above the status line. */
  say(text: string): void;
  close(): void;
}

/** A line that wraps would not be cleared whole, and its copies would stack. */
function fit(text: string, columns: number | undefined): string {
  const characters = [...text];
  if (columns === undefined || characters.length < columns) return text;
  return `${characters.slice(0, Math.max(0, columns - 2)).join('')}…`;
}

/** `columns` is asked each time, since a terminal's width changes. */
export function openStatusLine(
  stdout: TextSink,
  isTerminal: boolean,
  columns: () => number | undefined = () => undefined,
): StatusLine {
  let shown = '';
  const clear = () => {
    if (isTerminal && shown !== '') stdout.write('\r\u001b[2K');
  };
  return {
    show(status) {
      const text = fit(visible(describeStatus(status)), isTerminal ? columns() : undefined);
      if (text === shown) return;
      clear();
      shown = text;
      stdout.write(isTerminal ? text : `${text}\n`);
    },
    say(text) {
      clear();
      stdout.write(`${visible(text)}\n`);
      if (isTerminal) stdout.write(shown);
    },
    close() {
      if (isTerminal && shown !== '') stdout.write('\n');
      shown = '';
    },
  };
}
