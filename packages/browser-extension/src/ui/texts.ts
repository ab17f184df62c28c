// The panel's texts, from _locales: by name, with what they are about.
import { browserApi } from '../base/platform.ts';

export function text(name: string, ...about: readonly (string | number)[]): string {
  return browserApi().i18n.getMessage(name, about.map(String));
}

/** Fills the elements of the page that name their text, or their label. */
export function fillTexts(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = text(element.dataset.text ?? '');
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    element.setAttribute('aria-label', text(element.dataset.label ?? ''));
  }
}
