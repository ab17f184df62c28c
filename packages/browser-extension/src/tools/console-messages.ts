// What the page wrote to its console, and the errors it did not catch.
import { foreign, ours } from '@sallyport/protocol';
import * as z from 'zod';
import { siteOf } from '../base/sites.ts';
import { type ConsoleMessage, consoleLevels } from '../in-page/console-log.ts';
import { defineTabTool } from './tab-tool.ts';

const SHOWN = 20;
/** About 2,500 tokens. */
const MAX_CHARS = 8_000;

export const consoleMessagesTool = defineTabTool({
  name: 'console_messages',
  title: 'Console messages',
  description: "Reads the console of your tab's page: messages and uncaught errors, repeated ones with their count.",
  input: z.object({
    level: z.enum(consoleLevels).default('info').describe('And more severe.'),
    since: z.int().min(0).default(0).describe('Only newer than this message number.'),
    limit: z.int().min(1).max(100).default(SHOWN),
  }),
  effect: 'read',
  verb: 'read',
  async run({ level, since, limit }, { tabId, url }, context) {
    const { messages, dropped } = await context.consoleMessages(tabId);
    const wanted = messages.filter((one) => one.id > since && isAtLeast(one, level));
    const newestFew = newest(wanted.slice(-limit));
    const stacks = await context.mappedStacks(
      tabId,
      newestFew.map(({ stack }) => stack),
    );
    const shown = newestFew.map((message, at) => ({ ...message, stack: stacks[at] ?? message.stack }));
    const left = wanted.length - shown.length;
    const notes = [
      shown.length === 0 ? 'No messages.' : `${shown.length} messages, oldest first.`,
      ...(left > 0 ? [`${left} older ones are not shown.`] : []),
      ...(dropped > 0 ? [`${dropped} were dropped: the page writes a lot.`] : []),
    ];
    const text = shown.map(lineOf).join('\n');
    return {
      facts: { tabId, messages: shown, left, dropped },
      parts: [ours(notes.join(' ')), ...(text === '' ? [] : [foreign(text, siteOf(url))])],
    };
  },
});

/** As many of the newest as fit. */
function newest(messages: readonly ConsoleMessage[]): readonly ConsoleMessage[] {
  let chars = 0;
  const first = messages.findLastIndex((message) => {
    chars += lineOf(message).length;
    return chars > MAX_CHARS;
  });
  return messages.slice(first + 1);
}

function isAtLeast({ level }: ConsoleMessage, wanted: ConsoleMessage['level']): boolean {
  return consoleLevels.indexOf(level) <= consoleLevels.indexOf(wanted);
}

function lineOf({ id, level, text, stack, count }: ConsoleMessage): string {
  const times = count === 1 ? '' : ` (${count} times)`;
  const calls = stack === '' ? [] : stack.split('\n').map((call) => `  ${call}`);
  return [`${id} ${level}${times}: ${text}`, ...calls].join('\n');
}
