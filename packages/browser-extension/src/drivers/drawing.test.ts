import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import { Drawing } from './drawing.ts';

function opened() {
  const clock = fakeClock();
  const said: string[] = [];
  const command = async (method: string) => {
    said.push(method);
    return {};
  };
  return { clock, said, command, drawing: new Drawing(clock) };
}

describe('a hidden tab', () => {
  it('draws during work and for a second after it, over several pieces of work', async () => {
    const { clock, said, command, drawing } = opened();
    expect(await drawing.during(1, command, async () => 'done')).toBe('done');
    clock.advance(900);
    await expect(drawing.during(1, command, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    clock.advance(900);
    expect(said).toEqual(['Page.startScreencast']);
    clock.advance(100);
    expect(said).toEqual(['Page.startScreencast', 'Page.stopScreencast']);
    await drawing.during(1, command, async () => {});
    expect(said.at(-1)).toBe('Page.startScreencast');
  });

  it('starts anew for a picture, and again when no frame came in time', async () => {
    const { clock, said, command, drawing } = opened();
    await drawing.during(1, command, async () => {});
    const shots = [new Promise<string>(() => {}), Promise.resolve('picture')];
    const taken = drawing.picture(1, command, () => shots.shift() ?? Promise.reject(new Error('a third shot')));
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    clock.advance(3_000);
    expect(await taken).toBe('picture');
    const [start, stop] = ['Page.startScreencast', 'Page.stopScreencast'];
    expect(said).toEqual([start, stop, start, stop, start]);
  });

  it('does not draw for work that needs no frame, and draws after it where the page asks for one', async () => {
    const { clock, said, command, drawing } = opened();
    await drawing.during(1, command, async () => {});
    await drawing.ifNeeded(
      1,
      command,
      async () => 'over',
      (result) => result !== 'over',
    );
    clock.advance(5_000);
    expect(said).toEqual(['Page.startScreencast', 'Page.stopScreencast']);
    await drawing.ifNeeded(
      1,
      command,
      async () => 'pending',
      (result) => result !== 'over',
    );
    expect(said.at(-1)).toBe('Page.startScreencast');
    clock.advance(1_000);
    expect(said.at(-1)).toBe('Page.stopScreencast');
  });

  it('starts anew after the debugger was detached', async () => {
    const { clock, said, command, drawing } = opened();
    await drawing.during(1, command, async () => {});
    drawing.forget(1);
    clock.advance(5_000);
    await drawing.during(1, command, async () => {});
    expect(said).toEqual(['Page.startScreencast', 'Page.startScreencast']);
  });
});
