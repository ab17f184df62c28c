// Drives a product as an agent would: acts on refs that replies gave, looks again where they gave none, and counts what it costs.
import { pick } from './pick.ts';
import type { Product, Reply } from './product.ts';
import type { ClickOptions, Direction, Hand, Target, TypeOptions, UploadedFile } from './task.ts';

export interface Step {
  readonly what: string;
  readonly text: string;
  readonly isError: boolean;
  /** A look or a search. */
  readonly isRead: boolean;
  /** Whether the page shows or keeps something else than before the action, where its truth is asked. */
  readonly isChanged?: boolean;
}

/** More than any task needs; an agent gives up too. */
const STEPS_MAX = 60;

export class ToolHand implements Hand {
  readonly steps: Step[] = [];
  readonly #product: Product;
  /** The last reply, and the last look, whose refs still hold for whatever has not changed. */
  #last = '';
  #looked = '';
  readonly #truth: (() => Promise<string>) | undefined;

  /** `truth`: all that the page shows and keeps, asked before and after every action. */
  constructor(product: Product, truth?: () => Promise<string>) {
    this.#product = product;
    this.#truth = truth;
  }

  async open(url: string): Promise<void> {
    this.#last = await this.#step(`open ${url}`, false, () => this.#product.navigate(url));
  }

  async look(): Promise<void> {
    this.#looked = await this.#step('look', true, () => this.#product.look());
    this.#last = this.#looked;
  }

  async sees(words: string): Promise<boolean> {
    if (this.#last.includes(words)) return true;
    await this.look();
    return this.#last.includes(words);
  }

  async waitFor(words: string): Promise<void> {
    this.#last = await this.#step(`wait for ${words}`, true, () => this.#product.waitFor(words));
  }

  click(target: Target | string, options: ClickOptions = {}): Promise<void> {
    return this.#act('click', [target], ([ref = '']) => this.#product.click(ref, options));
  }

  type(target: Target | string, text: string, options: TypeOptions = {}): Promise<void> {
    return this.#act(`type ${text}`, [target], ([ref = '']) => this.#product.type(ref, text, options));
  }

  press(key: string, target?: Target | string): Promise<void> {
    return this.#act(`press ${key}`, target === undefined ? [] : [target], ([ref]) => this.#product.press(key, ref));
  }

  select(target: Target | string, option: string): Promise<void> {
    return this.#act(`select ${option}`, [target], ([ref = '']) => this.#product.select(ref, option));
  }

  set(target: Target | string, value: string): Promise<void> {
    return this.#act(`set ${value}`, [target], ([ref = '']) => this.#product.set(ref, value));
  }

  drag(from: Target | string, to: Target | string): Promise<void> {
    return this.#act('drag', [from, to], ([ref = '', toRef = '']) => this.#product.drag(ref, toRef));
  }

  hover(target: Target | string): Promise<void> {
    return this.#act('hover', [target], ([ref = '']) => this.#product.hover(ref));
  }

  scroll(target: Target | string, direction: Direction): Promise<void> {
    return this.#act(`scroll ${direction}`, [target], ([ref = '']) => this.#product.scroll(ref, direction));
  }

  upload(target: Target | string, files: readonly UploadedFile[]): Promise<void> {
    return this.#act('upload', [target], ([ref = '']) => this.#product.upload(ref, files));
  }

  async #act(
    verb: string,
    named: readonly (Target | string)[],
    act: (refs: string[]) => Promise<Reply>,
  ): Promise<void> {
    const targets = named.map((target) => (typeof target === 'string' ? { name: target } : target));
    const what = `${verb} ${targets.map(({ name }) => name).join(' → ')}`;
    const known = targets.map((target) => this.#known(target));
    const refs = known.every((ref) => ref !== undefined) ? known : await this.#found(targets);
    try {
      this.#last = await this.#step(what, false, () => act(refs));
    } catch (error) {
      // A page that draws itself anew takes its refs with it; whoever reads the error looks again.
      const again = await this.#found(targets);
      if (again.join() === refs.join()) throw error;
      this.#last = await this.#step(what, false, () => act(again));
    }
  }

  #known(target: Target): string | undefined {
    return (
      pick(this.#items(this.#last), target)?.ref ??
      (target.isFresh === true ? undefined : pick(this.#items(this.#looked), target)?.ref)
    );
  }

  async #found(targets: readonly Target[]): Promise<string[]> {
    await this.look();
    const refs: string[] = [];
    for (const target of targets) {
      const seen = pick(this.#items(this.#looked), target)?.ref ?? (await this.#searched(target));
      if (seen === undefined) throw new Error(`No ref for ${JSON.stringify(target)} in any reply.`);
      refs.push(seen);
    }
    return refs;
  }

  async #searched(target: Target): Promise<string | undefined> {
    const { search } = this.#product;
    if (search === undefined) return undefined;
    const hits = await this.#step(`search ${target.name}`, true, () => search(target.name));
    const { after: _, ...anywhere } = target;
    return pick(this.#items(hits), anywhere)?.ref;
  }

  #items(reply: string) {
    return { reply, items: this.#product.itemsIn(reply) };
  }

  async #step(what: string, isRead: boolean, call: () => Promise<Reply>): Promise<string> {
    if (this.steps.length >= STEPS_MAX) throw new Error(`Gave up after ${STEPS_MAX} calls.`);
    const before = isRead || this.steps.length === 0 ? undefined : await this.#truth?.();
    try {
      const { text } = await call();
      const truth = before === undefined ? {} : { isChanged: before !== (await this.#truth?.()) };
      this.steps.push({ what, text, isError: false, isRead, ...truth });
      return text;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.steps.push({ what, text, isError: true, isRead });
      throw error;
    }
  }
}
