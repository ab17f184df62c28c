// Whether a person can see the text of an element. What is there for scripts and models alone is marked.
import { type Colour, colourOf, isNear, onTop, white } from './colours.ts';
import { parentOf } from './dom.ts';

/** Smaller type than this is not for reading. */
const TYPE_MIN_PX = 2;
const SPECK_PX = 1;
/** Text with less of its colour than this cannot be read. */
const ALPHA_MIN = 0.1;
/** Text so many screens to the right is not scrolled to. */
const FAR_SCREENS = 3;
/** More elements without content than this are not looked at. */
const COVERS_MAX = 2000;

/** What an element does to the text in it, with all that is around it. */
interface Look {
  readonly isHidden: boolean;
  readonly opacity: number;
  /** What text in it stands on. */
  readonly ground: Colour;
  /** The element that has the ground; undefined for the page itself. */
  readonly groundOf: Element | undefined;
  /** What is outside of this box is cut off. */
  readonly clip: Edges | undefined;
  /** Whether a user can scroll to what is outside. */
  readonly isScrolled: boolean;
}

interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const page: Look = {
  isHidden: false,
  opacity: 1,
  ground: white,
  groundOf: undefined,
  clip: undefined,
  isScrolled: false,
};

/** Of one document at one moment: what was found for an element holds for all texts in it. */
export class Visibility {
  readonly #looks = new Map<Element, Look>();
  readonly #texts = new Map<Element, boolean>();
  #covers: readonly Element[] | undefined;

  /** Whether text that stands directly in this element cannot be seen. */
  isHidden(holder: Element): boolean {
    const known = this.#texts.get(holder);
    if (known !== undefined) return known;
    const isHidden = this.#isTextHidden(holder);
    this.#texts.set(holder, isHidden);
    return isHidden;
  }

  #isTextHidden(holder: Element): boolean {
    const style = getComputedStyle(holder);
    const look = this.#lookOf(holder, style);
    if (look.isHidden) return true;
    if (Number.parseFloat(style.fontSize) < TYPE_MIN_PX) return true;
    const colour = colourOf(style.webkitTextFillColor || style.color);
    if (colour[3] * look.opacity < ALPHA_MIN) return true;
    const box = holder.getBoundingClientRect();
    // An element without a box of its own, as one whose children take its place, has no size to go by.
    if (box.width > 0 ? isOutside(box, look, style) : isScaledAway(holder)) return true;
    if (isNear(colour, look.ground) && !isOnPicture(holder, box, look.groundOf)) return true;
    return this.#isCovered(holder, box);
  }

  #lookOf(element: Element, style?: CSSStyleDeclaration): Look {
    const known = this.#looks.get(element);
    if (known !== undefined) return known;
    const around = this.#around(element);
    const look = around.isHidden ? around : lookIn(element, style ?? getComputedStyle(element), around);
    this.#looks.set(element, look);
    return look;
  }

  #around(element: Element): Look {
    let parent = parentOf(element);
    while (parent !== null && !(parent instanceof Element)) parent = parentOf(parent);
    return parent === null ? page : this.#lookOf(parent);
  }

  /** By something opaque that holds nothing. What has content of its own, as a menu that is open, hides nothing for long. */
  #isCovered(holder: Element, box: DOMRect): boolean {
    this.#covers ??= [...document.querySelectorAll('div:empty, span:empty, p:empty, section:empty, img')]
      .slice(0, COVERS_MAX)
      .filter(isCover);
    return this.#covers.some((cover) => isOver(cover, holder) && contains(cover.getBoundingClientRect(), box));
  }
}

function lookIn(element: Element, style: CSSStyleDeclaration, around: Look): Look {
  const opacity = around.opacity * Number(style.opacity);
  const { overflowX, backgroundColor } = style;
  const isClipping = overflowX !== 'visible';
  const box = isClipping ? element.getBoundingClientRect() : undefined;
  const isSpeck = box !== undefined && style.display !== 'inline' && (box.width <= SPECK_PX || box.height <= SPECK_PX);
  if (opacity < ALPHA_MIN || isSpeck || isErased(style)) return { ...around, isHidden: true };
  const own = colourOf(backgroundColor);
  const isPlain = own[3] === 0 && box === undefined && opacity === around.opacity;
  if (isPlain) return around;
  const isScroller = overflowX === 'auto' || overflowX === 'scroll';
  return {
    isHidden: false,
    opacity,
    ground: own[3] === 0 ? around.ground : onTop(own, around.ground),
    groundOf: own[3] === 0 ? around.groundOf : element,
    // The viewport cuts for the root and the body.
    clip:
      box === undefined || element === document.body || element === document.documentElement
        ? around.clip
        : isScroller
          ? undefined
          : within(box, around.clip),
    isScrolled: around.isScrolled || isScroller,
  };
}

const CLIPPED_PATH =
  /inset\((?:100|[5-9]\d(?:\.\d+)?)%|(?:circle|ellipse)\(0(?:px|%)?[ )]|polygon\((\S+ \S+?)(?:, \1)*\)/;
const CLIPPED_BOX = /rect\((\S+?),? \S+?,? \1,? /;
const CLEARED = /opacity\(0(?:\.0\d*)?%?\)/;

/** Clipped, masked, filtered away or put below the page. */
function isErased(style: CSSStyleDeclaration): boolean {
  const { clipPath, maskImage, filter, position } = style;
  if (clipPath !== 'none' && CLIPPED_PATH.test(clipPath)) return true;
  if (maskImage !== 'none' && isClear(maskImage)) return true;
  if (filter !== 'none' && CLEARED.test(filter)) return true;
  return position !== 'static' && (Number(style.zIndex) < 0 || CLIPPED_BOX.test(style.clip));
}

/** It has a size, of which nothing is left on the screen. */
function isScaledAway(holder: Element): boolean {
  return holder instanceof HTMLElement && holder.offsetWidth > 0;
}

function isClear(image: string): boolean {
  const colours = image.match(/rgba?\([^)]*\)/g) ?? [];
  return colours.length > 0 && colours.every((colour) => colourOf(colour)[3] < ALPHA_MIN);
}

function isOutside(box: DOMRect, { clip, isScrolled }: Look, { textIndent }: CSSStyleDeclaration): boolean {
  if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return true;
  if (!isScrolled && box.left + scrollX > FAR_SCREENS * innerWidth) return true;
  if (textIndent !== '0px' && isIndentedAway(textIndent, box)) return true;
  return (
    clip !== undefined &&
    (box.left >= clip.right || box.right <= clip.left || box.top >= clip.bottom || box.bottom <= clip.top)
  );
}

function isIndentedAway(indent: string, { width, right }: DOMRect): boolean {
  const size = Number.parseFloat(indent);
  return indent.endsWith('%') ? Math.abs(size) >= 100 : size >= Math.max(width, innerWidth) || -size >= right + scrollX;
}

function within(box: DOMRect, clip: Edges | undefined): Edges {
  if (clip === undefined) return box;
  return {
    left: Math.max(box.left, clip.left),
    top: Math.max(box.top, clip.top),
    right: Math.min(box.right, clip.right),
    bottom: Math.min(box.bottom, clip.bottom),
  };
}

/** Whether something else than the ground is behind the text: a picture, or a box that was put there. */
function isOnPicture(holder: Element, box: DOMRect, ground: Element | undefined): boolean {
  for (let element: Element | null = holder; element !== null; element = element.parentElement) {
    const isBacked = [undefined, '::before', '::after'].some((part) => {
      const { backgroundImage, backgroundColor, content } = getComputedStyle(element, part);
      if (part === undefined) return backgroundImage !== 'none';
      return content !== 'none' && (backgroundImage !== 'none' || colourOf(backgroundColor)[3] > 0);
    });
    if (isBacked) return true;
    if (element === ground) break;
  }
  const around = ground ?? document.body;
  return [...around.querySelectorAll('img, video, canvas, svg, picture, iframe, object, div, span')]
    .slice(0, COVERS_MAX)
    .some((other) => !other.contains(holder) && contains(other.getBoundingClientRect(), box) && isPainted(other));
}

function isPainted(element: Element): boolean {
  if (!['div', 'span'].includes(element.localName)) return true;
  const { backgroundImage, backgroundColor } = getComputedStyle(element);
  return backgroundImage !== 'none' || colourOf(backgroundColor)[3] > 0;
}

function isCover(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  if (width < SPECK_PX * 8 || height < SPECK_PX * 8) return false;
  const { position, backgroundColor, opacity, visibility, zIndex } = getComputedStyle(element);
  const isAbove = position === 'absolute' || position === 'fixed' || position === 'relative';
  if (!isAbove || visibility !== 'visible' || Number(opacity) < 1 - ALPHA_MIN || Number(zIndex) < 0) return false;
  return element.localName === 'img' || colourOf(backgroundColor)[3] > 1 - ALPHA_MIN;
}

/** Later in the document is painted above, unless the text is raised. */
function isOver(cover: Element, holder: Element): boolean {
  if ((holder.compareDocumentPosition(cover) & Node.DOCUMENT_POSITION_FOLLOWING) === 0) return false;
  const { position, zIndex } = getComputedStyle(holder);
  return position === 'static' || zIndex === 'auto';
}

function contains(outer: DOMRect, inner: DOMRect): boolean {
  const x = inner.left + inner.width / 2;
  const y = inner.top + inner.height / 2;
  return outer.left <= inner.left + 1 && outer.right >= Math.min(inner.right, x) && outer.top <= y && outer.bottom >= y;
}
