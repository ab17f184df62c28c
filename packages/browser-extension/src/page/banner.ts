// Finds the cookie banner of a document, and the control in it that rejects.
import { limits } from '@sallyport/protocol';
import type { Banner, BannerArgs, BannerStep } from '../base/page-calls.ts';
import { isAboutCookies, stepOf } from './banner-words.ts';
import { parentOf } from './dom.ts';
import { type Item, isText, type PageNode } from './items.ts';
import { wordsIn } from './leaves.ts';
import { lineOf, nodeRef } from './lines.ts';
import type { Refs } from './refs.ts';
import { pageItems } from './tree.ts';

/** Banners with all their purposes are shorter; a page is longer. */
const LAYER_CHARS = 12_000;
const LAYER_CONTROLS = 120;

/** What consent platforms and sites call the boxes of their banners. */
const named =
  /cookie|consent|gdpr|ccpa|onetrust|cybot|didomi|usercentrics|klaro|osano|borlabs|cmplz|complianz|qc-cmp|fc-dialog|sp_message|message-container|(?:^|[\s_-])cmp(?:$|[\s_-])/i;

interface Control {
  readonly node: PageNode;
  readonly step: BannerStep | undefined;
  readonly layer: Layer;
}

interface Layer {
  readonly element: Element;
  /** A dialog, or a box that is called like a banner: not only one that stays in view. */
  readonly isSure: boolean;
}

/** The first that is there counts. In settings that are open, a cross would leave them as they were. */
const orders: readonly (readonly BannerStep[])[] = [
  ['reject', 'close', 'open'],
  ['reject', 'save', 'close'],
];

/** Undefined without a banner. Nothing is clicked here. */
export function banner({ isOpened }: BannerArgs, refs: Refs): Banner | undefined {
  // A frame that is not shown keeps its document.
  if (innerWidth === 0 || innerHeight === 0) return undefined;
  const controls = controlsIn(pageItems());
  const refOf = (element: Element, label: string) => refs.refOf(element, label);
  const isAnyOn = controls.some(({ node }) => isOn(node));
  const usable = controls.filter((control) => isUsable(control, isAnyOn));
  const [best] = (orders[isOpened ? 1 : 0] ?? []).flatMap((step) => usable.filter((control) => control.step === step));
  if (best?.step !== undefined) return { step: best.step, ref: nodeRef(best.node, refOf), offers: [] };
  if (controls.length === 0) return undefined;
  const offers = controls.slice(0, limits.page.findHits).map(({ node }) => lineOf({ ...node, hasRef: true }, refOf));
  return { step: undefined, ref: undefined, offers };
}

function isUsable({ step, layer, node }: Control, isAnyOn: boolean): boolean {
  if (node.states.includes('disabled')) return false;
  if (step === 'close') return layer.isSure;
  return step !== 'save' || !isAnyOn;
}

/** A purpose that would be saved as agreed to; those that nobody can switch off are disabled. */
function isOn({ states }: PageNode): boolean {
  return states.some((state) => state === 'checked' || state === 'pressed') && !states.includes('disabled');
}

/** Every control inside a layer that speaks of cookies. */
function controlsIn(items: readonly Item[]): Control[] {
  const layers = new Map<Element, Layer | undefined>();
  const controls: Control[] = [];
  function look(list: readonly Item[]): void {
    for (const item of list) {
      if (isText(item)) continue;
      const layer = item.hasRef ? layerOf(item.element, layers) : undefined;
      if (layer !== undefined) controls.push({ node: item, step: labelledStep(item), layer });
      look(item.children);
    }
  }
  look(items);
  return controls.filter(({ layer }) => controls.filter((one) => one.layer === layer).length <= LAYER_CONTROLS);
}

/** By its name and by its words: a page may give a control a name that it does not show. */
function labelledStep({ element, role, name }: PageNode): BannerStep | undefined {
  if (!['button', 'link', 'clickable'].includes(role)) return undefined;
  const words = element instanceof HTMLInputElement ? element.value : wordsIn(element);
  const [step, ...others] = new Set([name, words].filter((label) => label.trim() !== '').map(stepOf));
  return others.length === 0 ? step : undefined;
}

function layerOf(element: Element, known: Map<Element, Layer | undefined>): Layer | undefined {
  for (let node: Node | null = element; node !== null; node = parentOf(node)) {
    if (!(node instanceof Element)) continue;
    if (!known.has(node)) known.set(node, layerAt(node));
    const layer = known.get(node);
    if (layer !== undefined) return layer;
  }
  return undefined;
}

function layerAt(element: Element): Layer | undefined {
  const isRoot = element === document.body || element === document.documentElement;
  // Platforms that show their banner in a frame fill it.
  if (isRoot && window === window.top) return undefined;
  const isDialog = element.matches('dialog, [role=dialog], [role=alertdialog], [aria-modal=true]');
  const isNamed = isRoot || named.test(`${element.id} ${element.getAttribute('class')} ${element.ariaLabel}`);
  const isSure = isDialog || isNamed;
  if (!isSure && !['fixed', 'sticky'].includes(getComputedStyle(element).position)) return undefined;
  if (element.matches('button, a, input, [role=button]') || element.querySelector('main, article') !== null)
    return undefined;
  const words = wordsIn(element);
  // Many sites keep a button in view that opens the settings again.
  const isBanner = words.length <= LAYER_CHARS && isAboutCookies(words) && stepOf(words) !== 'open';
  return isBanner ? { element, isSure } : undefined;
}
