// Text that a style sheet adds before or after the content of an element.

/** Private-use characters: icon fonts draw with them. */
const ICONS = /\p{Co}+/gu;

/**
 * Surrounded by spaces if it has a box of its own; '' if there is none. Reading a pseudo-element costs as much as the element, so
 * only empty elements and those with a class or id are read.
 */
export function cssText(element: Element, which: '::before' | '::after'): string {
  if (element.firstChild !== null && !element.hasAttribute('class') && !element.hasAttribute('id')) return '';
  const { content, display } = getComputedStyle(element, which);
  // Most elements have neither; Firefox says "none", Chromium also "normal".
  if (!content.includes('"') || display === 'none') return '';
  const text = textIn(content, element);
  return display === 'inline' ? text : ` ${text} `;
}

/** The text after a slash is the alternative for screen readers. */
function textIn(content: string, element: Element): string {
  const words: string[] = [];
  const alternative: string[] = [];
  let list = words;
  for (const [piece, quoted, attribute] of content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)|\//g)) {
    if (piece === '/') list = alternative;
    else list.push(quoted?.replaceAll(/\\(.)/g, '$1') ?? element.getAttribute(attribute ?? '') ?? '');
  }
  return (list === alternative ? alternative : words).join('').replace(ICONS, '');
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
