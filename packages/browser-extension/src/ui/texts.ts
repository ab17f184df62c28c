// Fills in the texts of the panel's page.
import { text } from '../base/texts.ts';

/** Fills the elements of the page that name their text, or their label. */
export function fillTexts(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = text(element.dataset.text ?? '');
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    element.setAttribute('aria-label', text(element.dataset.label ?? ''));
  }
}
