// The role of an element: what the author says, else what HTML says.

const inputRoles: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'button',
  file: 'button',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

const tagRoles: Readonly<Record<string, string>> = {
  article: 'article',
  aside: 'complementary',
  button: 'button',
  datalist: 'listbox',
  details: 'group',
  dialog: 'dialog',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  iframe: 'iframe',
  li: 'listitem',
  main: 'main',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  progress: 'progressbar',
  search: 'search',
  summary: 'button',
  table: 'table',
  td: 'cell',
  textarea: 'textbox',
  tr: 'row',
  ul: 'list',
};

/** Inside these, header and footer belong to a part of the page and say nothing of the whole. */
const SECTIONING = 'article, aside, main, nav, section';

/** '' for an element without a meaning of its own. */
export function roleOf(element: Element): string {
  const [explicit] = (element.getAttribute('role') ?? '').trim().toLowerCase().split(/\s+/);
  // What one can focus keeps its meaning, whatever the author says.
  if (explicit === 'none' || explicit === 'presentation') return isFocusable(element) ? implicitRole(element) : '';
  if (explicit === 'generic') return '';
  return explicit === undefined || explicit === '' ? implicitRole(element) : explicit;
}

function isFocusable(element: Element): boolean {
  return element instanceof HTMLElement && element.tabIndex >= 0;
}

function implicitRole(element: Element): string {
  const tag = element.localName;
  if (element instanceof HTMLElement && isEditingHost(element)) return 'textbox';
  switch (tag) {
    case 'a':
    case 'area':
      return element.hasAttribute('href') ? 'link' : '';
    case 'input':
      return inputRole(element);
    case 'select':
      return element.hasAttribute('multiple') || Number(element.getAttribute('size') ?? 0) > 1 ? 'listbox' : 'combobox';
    case 'img':
      return element.getAttribute('alt') === '' ? '' : 'img';
    case 'svg':
      return element.hasAttribute('aria-label') || element.querySelector(':scope > title') !== null ? 'img' : '';
    case 'th':
      return element.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader';
    case 'header':
      return element.parentElement?.closest(SECTIONING) ? '' : 'banner';
    case 'footer':
      return element.parentElement?.closest(SECTIONING) ? '' : 'contentinfo';
    case 'section':
      return isLabelled(element) ? 'region' : '';
    case 'form':
      return isLabelled(element) ? 'form' : '';
    default:
      return tagRoles[tag] ?? '';
  }
}

function inputRole(element: Element): string {
  const type = (element.getAttribute('type') ?? 'text').toLowerCase();
  if (type === 'hidden') return '';
  return inputRoles[type] ?? (element.hasAttribute('list') ? 'combobox' : 'textbox');
}

function isEditingHost(element: HTMLElement): boolean {
  return element.isContentEditable && element.parentElement?.isContentEditable !== true;
}

function isLabelled(element: Element): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some((name) => (element.getAttribute(name) ?? '').trim() !== '');
}

const actionable = new Set([
  ...['button', 'checkbox', 'combobox', 'link', 'listbox', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option'],
  ...['radio', 'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox', 'treeitem'],
]);

/** Roles that one acts on; only these cost a ref without being asked for. */
export function isActionable(role: string): boolean {
  return actionable.has(role);
}

const namedByContent = new Set([
  ...['button', 'checkbox', 'heading', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option'],
  ...['radio', 'switch', 'tab', 'tooltip', 'treeitem'],
]);

export function isNamedByContent(role: string): boolean {
  return namedByContent.has(role);
}
