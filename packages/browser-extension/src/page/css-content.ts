// Text that a style sheet puts before or after what an element holds.

/** Icon fonts draw with characters that mean nothing to anybody else. */
const ICONS = /\p{Co}+/gu;

/**
 * With a space on either side of a box of its own; '' where there is none. Each look costs as much as the element itself, so
 * only those are looked at that a style sheet singles out, and empty ones.
 */
export function cssText(element: Element, which: '::before' | '::after'): string {
  if (element.firstChild !== null && !element.hasAttribute('class') && !element.hasAttribute('id')) return '';
  const { content, display } = getComputedStyle(element, which);
  // Most elements have neither; Firefox says "none", Chromium also "normal".
  if (!content.includes('"') || display === 'none') return '';
  const text = textIn(content, element);
  return display === 'inline' ? text : ` ${text} `;
}

/** What stands behind a slash is there to be read instead. */
function textIn(content: string, element: Element): string {
  const words: string[] = [];
  const instead: string[] = [];
  let list = words;
  for (const [piece, quoted, attribute] of content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)|\//g)) {
    if (piece === '/') list = instead;
    else list.push(quoted?.replaceAll(/\\(.)/g, '$1') ?? element.getAttribute(attribute ?? '') ?? '');
  }
  return (list === instead ? instead : words).join('').replace(ICONS, '');
}

/** Whether a style sheet of the document may put text anywhere; one that cannot be read may. */
export function hasCssText({ styleSheets, adoptedStyleSheets }: Document): boolean {
  return [...styleSheets, ...adoptedStyleSheets].some((sheet) => {
    try {
      return hasTextRule(sheet.cssRules);
    } catch {
      // The sheet is of another origin.
      return true;
    }
  });
}

function hasTextRule(rules: CSSRuleList): boolean {
  return [...rules].some((rule) => {
    if (rule instanceof CSSStyleRule && /:(?:before|after)/.test(rule.selectorText)) {
      return /["(]/.test(rule.style.content.replaceAll(/""|''/g, ''));
    }
    if (rule instanceof CSSImportRule) return true;
    return 'cssRules' in rule && rule.cssRules instanceof CSSRuleList && hasTextRule(rule.cssRules);
  });
}
