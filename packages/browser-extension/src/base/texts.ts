// The texts that people read, from _locales: by name, with what they are about.
import { browserApi } from './platform.ts';

export function text(name: string, ...about: readonly (string | number)[]): string {
  return browserApi().i18n.getMessage(name, about.map(String));
}
