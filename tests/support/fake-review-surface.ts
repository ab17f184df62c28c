// A surface for reviews without an editor: files are entries of a map, and the user's edits are set by the test.
import type { Base, OpenReview } from '../../packages/vscode-extension/src/review/open-review.ts';
import type { ReviewSurface } from '../../packages/vscode-extension/src/review/review-desk.ts';

export class FakeReviewSurface implements ReviewSurface {
  readonly files = new Map<string, string>();
  /** Right sides of the diffs that are open, by review. */
  readonly shown = new Map<string, string>();
  /** Left sides. */
  readonly lefts = new Map<string, string | undefined>();
  /** Reviews in which the user saved edits of their own. */
  readonly saved = new Set<string>();
  /** What a formatter does at save. */
  format = (text: string) => text;
  /** What the editor finds wrong after a save. */
  problems: readonly string[] = [];
  /** Resolves before each save. */
  beforeSave: Promise<void> = Promise.resolve();

  async readBase(path: string): Promise<Base> {
    const text = this.files.get(path);
    return { text, eol: text?.includes('\r\n') === true ? '\r\n' : '\n', isDirty: false, diskSha256: text };
  }

  async show(review: OpenReview): Promise<void> {
    this.renewBase(review);
    this.shown.set(review.facts.id, review.proposed);
  }

  async bringBack(review: OpenReview, draft: string): Promise<void> {
    this.renewBase(review);
    this.shown.set(review.facts.id, draft);
  }

  async hide({ facts }: OpenReview): Promise<void> {
    this.shown.delete(facts.id);
  }

  async textOf({ facts }: OpenReview): Promise<string> {
    return this.shown.get(facts.id) ?? '';
  }

  renewBase({ facts, base }: OpenReview): void {
    this.lefts.set(facts.id, base.text);
  }

  hasSavedEdits({ facts }: OpenReview): boolean {
    return this.saved.has(facts.id);
  }

  async apply(
    { path }: Parameters<ReviewSurface['apply']>[0],
    base: Base,
    text: string,
  ): ReturnType<ReviewSurface['apply']> {
    await this.beforeSave;
    if (this.files.get(path) !== base.text) {
      return { kind: 'conflict', reason: 'changed', base: await this.readBase(path) };
    }
    const content = this.format(text);
    this.files.set(path, content);
    return {
      kind: 'saved',
      content,
      sha256: `sha of ${content}`,
      problems: { state: 'settled', lines: this.problems },
    };
  }
}
