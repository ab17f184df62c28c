// Runs every task of the zoo with one kind of driver; what is known not to work yet must fail, with its reason.
import { isRecord } from '@sallyport/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Hands } from '../browser/differences.ts';
import { type Agent, BrowserStage, withoutFences } from '../browser/stage.ts';
import { gaps } from './gaps.ts';
import type { Call } from './product.ts';
import { createOurs } from './products/ours.ts';
import { runTask, transcript } from './run-task.ts';
import { openWidgetSite, type WidgetSite } from './site.ts';
import { tasks } from './tasks/all.ts';

/** To be called in a `describe`. */
export function zooSuite(hands: Hands): void {
  let site: WidgetSite | undefined;
  let stage: BrowserStage | undefined;

  beforeAll(async () => {
    site = await openWidgetSite();
    stage = await BrowserStage.open(hands === 'firefox' ? 'firefox' : 'chromium', { quiet: hands === 'quiet' });
  });

  afterAll(async () => {
    await stage?.close();
    site?.close();
  });

  for (const task of tasks) {
    const gap = gaps[hands].get(task.title);
    const title = `${task.group}, ${task.title}: ${task.instruction}`;
    it(gap === undefined ? title : `${title} Known gap: ${gap}`, async () => {
      if (site === undefined || stage === undefined) throw new Error('The zoo has not been opened.');
      const agent = await stage.agent();
      try {
        const outcome = await runTask(task, createOurs({ name: hands, call: callerOf(agent) }), site, {
          isChecked: true,
        });
        const said = transcript(outcome);
        expect(outcome.isFalselyIdle, `says that nothing changed, and it did:\n${said}`).toBe(false);
        expect(outcome.isFalselyDone, `says done, and it is not:\n${said}`).toBe(false);
        expect(outcome.isSolved, gap === undefined ? said : `Solved: take it off the list of gaps.\n${said}`).toBe(
          gap === undefined,
        );
      } finally {
        agent.client.close();
      }
    });
  }
}

function callerOf(agent: Agent): Call {
  return async (name, args = {}) => {
    const { result, error } = await agent.client.request({ method: 'call_tool', params: { name, arguments: args } });
    if (error !== undefined) throw new Error(JSON.stringify(error));
    const parts = isRecord(result) && Array.isArray(result.content) ? result.content.filter(isRecord) : [];
    const text = parts.map((part) => String(part.text ?? '')).join('\n');
    return { text: withoutFences(text), bytes: Buffer.byteLength(JSON.stringify(result)) };
  };
}
