import { SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { denied } from '../guard/access/site-access.ts';
import { dialogOpen } from '../in-page/dialogs.ts';
import { unreachable } from '../pages/page-side.ts';
import { domDriver } from './dom-driver.ts';
import type { DriverOptions } from './driver.ts';

const place = { tabId: 1, frameId: 0 };
const args = { ref: 'e3', button: 'left', double: false, modifiers: [] } as const;
const pressed = { target: 'button "Save"', pageVisible: true };
const released = { ...pressed, willNavigate: true };

/** A driver in a page that answers each call from `answers`; one that is missing fails. */
function driverIn(answers: Readonly<Record<string, unknown>>, failure: Error = unreachable(undefined)) {
  const calls: string[] = [];
  const pages = {
    call: async (_: unknown, name: string) => {
      calls.push(name);
      if (!(name in answers)) throw failure;
      return answers[name];
    },
  };
  const done = async () => {};
  // As much of the options as a click uses.
  const options = { pages, guard: { begin: done }, hooks: { lendFocus: done } } as unknown as DriverOptions;
  return { calls, driver: domDriver(options) };
}

describe('a click by page events', () => {
  it('releases in a call of its own, and reports what the release led to', async () => {
    const { driver, calls } = driverIn({ pressPointer: pressed, releasePointer: released });
    expect(await driver.perform(place, 'click', args)).toEqual({ ...released, trusted: false });
    expect(calls).toEqual(['pressPointer', 'releasePointer']);
  });

  it('presses again for a double and a triple click', async () => {
    const { driver, calls } = driverIn({ pressPointer: pressed, releasePointer: released, pressAgain: null });
    await driver.perform(place, 'click', { ...args, double: true });
    expect(calls.splice(0)).toEqual(['pressPointer', 'releasePointer', 'pressAgain', 'releasePointer']);
    await driver.perform(place, 'click', { ...args, triple: true });
    expect(calls).toHaveLength(6);
  });

  it.each([
    ['loaded another page', unreachable(undefined)],
    ['loaded a page that is closed to the agent', denied('https://bank.example', 'act')],
    ['opened a dialog', dialogOpen({ type: 'alert', message: 'Hello' })],
  ])('is done with the press where that %s', async (_, failure) => {
    const gone = { ...pressed, willNavigate: false, trusted: false };
    const { driver } = driverIn({ pressPointer: pressed }, failure);
    expect(await driver.perform(place, 'click', args)).toEqual(gone);
    const another = driverIn({ pressPointer: pressed, releasePointer: undefined });
    expect(await another.driver.perform(place, 'click', args)).toEqual(gone);
  });

  it.each([
    new SallyportError('ERR_TOOL_FAILED', 'The page could not be handled: TypeError.'),
    new TypeError('a fault of our own'),
  ])('fails where the release does: %s', async (failure) => {
    const { driver } = driverIn({ pressPointer: pressed }, failure);
    await expect(driver.perform(place, 'click', args)).rejects.toBe(failure);
  });

  it('fails where nothing could be pressed', async () => {
    await expect(driverIn({}).driver.perform(place, 'click', args)).rejects.toThrow('cannot be reached');
  });
});
