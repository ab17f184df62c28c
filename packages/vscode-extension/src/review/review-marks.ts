// Marks the tab of a diff whose agent disconnected, or whose last Accept met a conflict.
import * as vscode from 'vscode';
import { reviewIdOf } from './diff-tabs.ts';
import type { ReviewDesk } from './review-desk.ts';
import { describe } from './review-list.ts';

export class ReviewMarks implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #desk: ReviewDesk;
  readonly #changes = new vscode.EventEmitter<undefined>();
  readonly onDidChangeFileDecorations = this.#changes.event;
  readonly #registration: vscode.Disposable;

  constructor(desk: ReviewDesk) {
    this.#desk = desk;
    this.#registration = vscode.window.registerFileDecorationProvider(this);
  }

  refresh(): void {
    this.#changes.fire(undefined);
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const id = reviewIdOf(uri);
    const review = id === undefined ? undefined : this.#desk.find(id);
    if (review === undefined || !review.isOpen || (review.agentState !== 'gone' && review.conflict === undefined)) {
      return undefined;
    }
    const colour = new vscode.ThemeColor('list.warningForeground');
    return new vscode.FileDecoration(review.conflict === undefined ? '⊘' : '!', describe(review), colour);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changes.dispose();
  }
}
