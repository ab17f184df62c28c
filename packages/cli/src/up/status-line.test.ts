// The live line: what it says, and that it rewrites itself only where there is a terminal.
import { describe, expect, it } from 'vitest';
import { type LinkStatus, openStatusLine } from './status-line.ts';

const status: LinkStatus = { gateway: true, browser: 'connected', browserTitle: 'Chromium', agents: 1, calls: 2 };

function open(isTerminal: boolean, columns?: number) {
  const written: string[] = [];
  return { line: openStatusLine({ write: (text) => written.push(text) }, isTerminal, () => columns), written };
}

describe('the status line', () => {
  it('says what is connected and what is under way', () => {
    const { line, written } = open(false);
    line.show(status);
    line.show({ ...status, gateway: false, agents: 0, calls: 0 });
    line.show({ ...status, browser: 'closed' });
    expect(written).toEqual([
      '● gateway up · Chromium connected · 1 agent · 2 calls running\n',
      '○ gateway restarting · Chromium connected · 0 agents · 0 calls running\n',
      '○ gateway up · Chromium closed · 1 agent · 2 calls running\n',
    ]);
  });

  it('is printed once while nothing changes', () => {
    const { line, written } = open(false);
    line.show(status);
    line.show({ ...status });
    expect(written).toHaveLength(1);
  });

  it.each([20, 40, 61, 62, 63, 80])('fits a terminal of %i columns, so that it never wraps and stacks', (columns) => {
    const { line, written } = open(true, columns);
    line.show(status);
    const [text = ''] = written;
    expect([...text].length).toBeLessThan(columns);
    expect(text.startsWith('● gateway up')).toBe(true);
    expect(text.endsWith('…')).toBe(columns < 62);
  });

  it('stays below what is said, on a terminal', () => {
    const { line, written } = open(true);
    line.show(status);
    line.say('Chromium was closed.');
    line.close();
    const [first, ...rest] = written;
    expect(rest).toEqual(['\r\u001b[2K', 'Chromium was closed.\n', first, '\n']);
  });
});
