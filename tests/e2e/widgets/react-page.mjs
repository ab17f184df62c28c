// A page that React draws: its component hands over its state whenever it is drawn.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { show } from './page.mjs';

/** `component` is called with a function that keeps the state it is given. */
export function showReact(component) {
  let kept = {};
  const root = show('', () => kept);
  const keep = (state) => {
    kept = state;
  };
  createRoot(root).render(createElement(component, { keep }));
}
