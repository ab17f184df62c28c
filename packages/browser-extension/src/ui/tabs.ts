// The views of the panel as tabs: by click, arrow keys, Home and End.
import { type View, views } from '../base/panel-gateway.ts';
import { elementById } from './parts.ts';

/** Calls `onShown` with each view that comes to the front, the first one too. */
export function openTabs(onShown: (view: View) => void): void {
  const show = (view: View) => {
    for (const other of views) {
      const isShown = other === view;
      const tab = elementById(`tab-${other}`);
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      elementById(`view-${other}`).hidden = !isShown;
    }
    onShown(view);
  };
  for (const [at, view] of views.entries()) {
    const tab = elementById(`tab-${view}`);
    tab.onclick = () => show(view);
    tab.onkeydown = ({ key }) => {
      const next = views.at(targetOf(key, at) % views.length);
      if (Number.isNaN(targetOf(key, at)) || next === undefined) return;
      show(next);
      elementById(`tab-${next}`).focus();
    };
  }
  show('now');
}

function targetOf(key: string, at: number): number {
  switch (key) {
    case 'ArrowRight':
      return at + 1;
    case 'ArrowLeft':
      return at - 1;
    case 'Home':
      return 0;
    case 'End':
      return -1;
    default:
      return Number.NaN;
  }
}
