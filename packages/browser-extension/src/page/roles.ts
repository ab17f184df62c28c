// The role of an element: what the author says, else what HTML says.

/** From the names that have each role to the role of each name. A map, since a page may call its elements "constructor". */
function byName(namesByRole: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(namesByRole).flatMap(([role, names]) => names.split(' ').map((name) => [name, role] as const)),
  );
}

const inputRoles = byName({
  button: 'button color file image reset submit',
  checkbox: 'checkbox',
  radio: 'radio',
  searchbox: 'search',
  slider: 'range',
  spinbutton: 'number',
});

const tagRoles = byName({
  article: 'article',
  button: 'button summary',
  cell: 'td',
  complementary: 'aside',
  dialog: 'dialog',
  figure: 'figure',
  group: 'details fieldset optgroup',
  heading: 'h1 h2 h3 h4 h5 h6',
  iframe: 'iframe',
  list: 'menu ol ul',
  listbox: 'datalist',
  listitem: 'li',
  main: 'main',
  meter: 'meter',
  navigation: 'nav',
  option: 'option',
  progressbar: 'progress',
  row: 'tr',
  search: 'search',
  separator: 'hr',
  status: 'output',
  table: 'table',
  textbox: 'textarea',
});

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
  if (element instanceof HTMLElement && isEditingHost(element)) return 'textbox';
  const { localName } = element;
  return tagRules.get(localName)?.(element) ?? tagRoles.get(localName) ?? '';
}

const linkRole = (element: Element) => (element.hasAttribute('href') ? 'link' : '');

/** Tags whose role depends on more than their name. */
const tagRules: ReadonlyMap<string, (element: Element) => string> = new Map(
  Object.entries({
    a: linkRole,
    area: linkRole,
    input: inputRole,
    select: (element) =>
      element.hasAttribute('multiple') || Number(element.getAttribute('size') ?? 0) > 1 ? 'listbox' : 'combobox',
    img: (element) => (element.getAttribute('alt') === '' ? '' : 'img'),
    svg: (element) =>
      element.hasAttribute('aria-label') || element.querySelector(':scope > title') !== null ? 'img' : '',
    th: (element) => (element.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader'),
    header: (element) => (element.parentElement?.closest(SECTIONING) ? '' : 'banner'),
    footer: (element) => (element.parentElement?.closest(SECTIONING) ? '' : 'contentinfo'),
    section: (element) => (isLabelled(element) ? 'region' : ''),
    form: (element) => (isLabelled(element) ? 'form' : ''),
  }),
);

function inputRole(element: Element): string {
  const type = (element.getAttribute('type') ?? 'text').toLowerCase();
  if (type === 'hidden') return '';
  return inputRoles.get(type) ?? (element.hasAttribute('list') ? 'combobox' : 'textbox');
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
