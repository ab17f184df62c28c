import { expect, it, vi } from 'vitest';
import { Listeners } from './listeners.ts';

it('listeners are told in order, until they leave', () => {
  const heard: string[] = [];
  const listeners = new Listeners<[word: string]>();
  const leave = listeners.add((word) => heard.push(`a ${word}`));
  listeners.add((word) => heard.push(`b ${word}`));
  listeners.tell('one');
  leave();
  leave();
  listeners.tell('two');
  listeners.clear();
  listeners.tell('three');
  expect(heard).toEqual(['a one', 'b one', 'b two']);
});

it('a listener that comes while others are told waits for the next time', () => {
  const late = vi.fn();
  const listeners = new Listeners();
  listeners.add(() => void listeners.add(late));
  listeners.tell();
  expect(late).not.toHaveBeenCalled();
});
