// The role of an element: from its role attribute, else from its HTML tag.

/** Inverts the table. A map, not an object, since a page may have an element called "constructor". */
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
  dialog: 'dialog',
  figure: 'figure',
  group: 'address details fieldset hgroup optgroup',
  heading: 'h1 h2 h3 h4 h5 h6',
  iframe: 'iframe',
  list: 'menu ol ul',
  listbox: 'datalist',
  listitem: 'li',
  main: 'main',
  math: 'math',
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

/** Inside these, header and footer are not landmarks of the page. */
const SECTIONING = 'article, aside, main, nav, section';
/** The same for asides: main does not count as a section. */
const CONTENT_SECTIONS = 'article, aside, nav, section';

/** Every role of WAI-ARIA that is not abstract, and those of its graphics module. */
const knownRoles = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment ' +
    'complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic ' +
    'graphics-document graphics-object graphics-symbol grid gridcell group heading image img insertion link list listbox ' +
    'listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note ' +
    'option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox ' +
    'separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term ' +
    'textbox time timer toolbar tooltip tree treegrid treeitem'
  ).split(' '),
);

const synonyms: ReadonlyMap<string, string> = new Map([
  ['directory', 'list'],
  ['generic', ''],
  ['image', 'img'],
]);

/** '' for an element without a role. Of several roles in the attribute, the first valid one counts. */
export function roleOf(element: Element): string {
  const given = element.hasAttributes() ? element.getAttribute('role') : null;
  if (given === null) return implicitRole(element);
  const role = given
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .find((token) => knownRoles.has(token) && applies(token, element));
  if (role === undefined) return implicitRole(element);
  // A focusable element, or one with global ARIA attributes, keeps its role.
  if (role === 'none' || role === 'presentation') return keepsImplicitRole(element) ? implicitRole(element) : '';
  return synonyms.get(role) ?? role;
}

/** A form or region is a landmark only with a name. */
function applies(role: string, element: Element): boolean {
  return (role !== 'form' && role !== 'region') || isLabelled(element);
}

const GLOBAL_ATTRIBUTES =
  /^aria-(?:atomic|braillelabel|brailleroledescription|busy|controls|current|describedby|description|details|dropeffect|flowto|grabbed|keyshortcuts|label|labelledby|live|owns|relevant|roledescription)$/;

function keepsImplicitRole(element: Element): boolean {
  const hasTabIndex = element instanceof HTMLElement || element instanceof SVGElement;
  if (hasTabIndex && (element.tabIndex >= 0 || element.hasAttribute('tabindex'))) return true;
  return element
    .getAttributeNames()
    .some((name) => GLOBAL_ATTRIBUTES.test(name) && (element.getAttribute(name) ?? '').trim() !== '');
}

function implicitRole(element: Element): string {
  if (element instanceof HTMLElement && isEditingHost(element)) return 'textbox';
  const { localName } = element;
  return tagRules.get(localName)?.(element) ?? tagRoles.get(localName) ?? '';
}

const linkRole = (element: Element) => (element.hasAttribute('href') || hasXlink(element) ? 'link' : '');

function hasXlink(element: Element): boolean {
  return element instanceof SVGElement && element.hasAttribute('xlink:href');
}

/** Tags whose role depends on attributes or on their place. */
const tagRules: ReadonlyMap<string, (element: Element) => string> = new Map(
  Object.entries({
    a: linkRole,
    area: linkRole,
    aside: (element) =>
      !element.parentElement?.closest(CONTENT_SECTIONS) || isLabelled(element) ? 'complementary' : '',
    input: inputRole,
    select: (element) =>
      element.hasAttribute('multiple') || Number(element.getAttribute('size') ?? 0) > 1 ? 'listbox' : 'combobox',
    img: (element) =>
      element.getAttribute('alt') === '' && !keepsImplicitRole(element) && !isLabelled(element) ? '' : 'img',
    svg: (element) => (isNamedDrawing(element) ? 'img' : ''),
    image: (element) => (element instanceof SVGElement ? 'img' : ''),
    g: (element) => (isNamedDrawing(element) ? 'group' : ''),
    ...Object.fromEntries(
      ['circle', 'ellipse', 'line', 'path', 'polygon', 'polyline', 'rect', 'use'].map((shape) => [shape, shapeRole]),
    ),
    td: (element) => (isInGrid(element) ? 'gridcell' : 'cell'),
    th: headerRole,
    header: (element) => (element.parentElement?.closest(SECTIONING) ? '' : 'banner'),
    footer: (element) => (element.parentElement?.closest(SECTIONING) ? '' : 'contentinfo'),
    section: (element) => (isLabelled(element) ? 'region' : ''),
    form: (element) => (isLabelled(element) ? 'form' : ''),
  }),
);

function shapeRole(element: Element): string {
  return element instanceof SVGElement && isNamedDrawing(element) ? 'img' : '';
}

function isNamedDrawing(element: Element): boolean {
  return isLabelled(element) || element.querySelector(':scope > title') !== null;
}

function isInGrid(cell: Element): boolean {
  return /^(?:tree)?grid$/i.test(cell.closest('table')?.getAttribute('role') ?? '');
}

function headerRole(element: Element): string {
  const scope = element.getAttribute('scope')?.toLowerCase();
  return scope === 'row' || scope === 'rowgroup' ? 'rowheader' : 'columnheader';
}

function inputRole(element: Element): string {
  const type = (element.getAttribute('type') ?? 'text').toLowerCase();
  if (type === 'hidden') return '';
  const role = inputRoles.get(type) ?? 'textbox';
  return element.hasAttribute('list') && (role === 'textbox' || role === 'searchbox') ? 'combobox' : role;
}

function isEditingHost(element: HTMLElement): boolean {
  return element.isContentEditable && element.parentElement?.isContentEditable !== true;
}

function isLabelled(element: Element): boolean {
  if (!element.hasAttributes()) return false;
  const hasOwn = ['aria-label', 'title'].some((name) => (element.getAttribute(name) ?? '').trim() !== '');
  return hasOwn || hasLabelledBy(element);
}

function hasLabelledBy(element: Element): boolean {
  const ids = element.getAttribute('aria-labelledby')?.trim() ?? '';
  const root = element.getRootNode();
  if (ids === '' || !(root instanceof Document || root instanceof ShadowRoot)) return false;
  return ids.split(/\s+/).some((id) => root.getElementById(id) !== null);
}

const actionable = new Set([
  ...['button', 'checkbox', 'combobox', 'link', 'listbox', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option'],
  ...['radio', 'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox', 'treeitem'],
]);

/** Interactive roles: a snapshot always gives them a ref. */
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
