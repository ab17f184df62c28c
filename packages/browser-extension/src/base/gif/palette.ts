// The 256 colours that show all frames best: by median cut of the colours that occur, each in 5 bits a channel.

const BINS = 1 << 15;
const COLOURS = 256;

export interface Palette {
  /** Red, green and blue of each colour. */
  readonly colours: Uint8Array;
  /** The colour of each bin. */
  readonly ofBin: Uint8Array;
}

/** How often each colour occurs. */
export class ColourCounts {
  readonly #counts = new Uint32Array(BINS);

  add(rgba: Uint8ClampedArray | Uint8Array): void {
    for (let at = 0; at + 3 < rgba.length; at += 4) {
      const bin = binOf(rgba, at);
      this.#counts[bin] = (this.#counts[bin] ?? 0) + 1;
    }
  }

  palette(): Palette {
    const bins = Array.from(this.#counts.keys()).filter((bin) => (this.#counts[bin] ?? 0) > 0);
    const boxes: number[][] = bins.length === 0 ? [] : [bins];
    while (boxes.length < COLOURS) {
      const widest = boxes.reduce(
        (best, box, at) => (this.#worth(box) > this.#worth(boxes[best] ?? []) ? at : best),
        0,
      );
      const box = boxes[widest];
      if (box === undefined || box.length < 2) break;
      boxes.splice(widest, 1, ...this.#cut(box));
    }
    const colours = new Uint8Array(COLOURS * 3);
    const ofBin = new Uint8Array(BINS);
    for (const [at, box] of boxes.entries()) {
      colours.set(this.#middle(box), at * 3);
      for (const bin of box) ofBin[bin] = at;
    }
    return { colours, ofBin };
  }

  /** Large areas and wide ranges of colour are worth most to be cut; the root keeps small bright ones. */
  #worth(box: readonly number[]): number {
    if (box.length < 2) return 0;
    return Math.sqrt(this.#total(box)) * widest(box).range;
  }

  #cut(box: readonly number[]): [number[], number[]] {
    const { shift } = widest(box);
    const sorted = box.toSorted((a, b) => ((a >> shift) & 31) - ((b >> shift) & 31));
    const half = this.#total(box) / 2;
    let [sum, at] = [0, 0];
    for (; at < sorted.length - 1 && sum < half; at += 1) sum += this.#counts[sorted[at] ?? 0] ?? 0;
    return [sorted.slice(0, Math.max(at, 1)), sorted.slice(Math.max(at, 1))];
  }

  #total(box: readonly number[]): number {
    return box.reduce((sum, bin) => sum + (this.#counts[bin] ?? 0), 0);
  }

  #middle(box: readonly number[]): [number, number, number] {
    const total = this.#total(box);
    const mean = (shift: number) => {
      const sum = box.reduce((all, bin) => all + ((bin >> shift) & 31) * (this.#counts[bin] ?? 0), 0);
      return Math.round(((sum / total) * 255) / 31);
    };
    return [mean(10), mean(5), mean(0)];
  }
}

export function binOf(rgba: Uint8ClampedArray | Uint8Array, at: number): number {
  return (((rgba[at] ?? 0) >> 3) << 10) | (((rgba[at + 1] ?? 0) >> 3) << 5) | ((rgba[at + 2] ?? 0) >> 3);
}

function widest(box: readonly number[]): { readonly shift: number; readonly range: number } {
  let best = { shift: 10, range: -1 };
  for (const shift of [10, 5, 0]) {
    let [low, high] = [31, 0];
    for (const bin of box) {
      const value = (bin >> shift) & 31;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (high - low > best.range) best = { shift, range: high - low };
  }
  return best;
}
