// The tree view of open reviews, each with its agent and state.
import * as vscode from 'vscode';
import { printable, shownAgent } from '../printable.ts';
import type { OpenReview } from './open-review.ts';
import type { ReviewDesk } from './review-desk.ts';

export class ReviewList implements vscode.TreeDataProvider<OpenReview> {
  readonly #desk: ReviewDesk;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changes.event;

  constructor(desk: ReviewDesk) {
    this.#desk = desk;
  }

  refresh(): void {
    this.#changes.fire();
  }

  getChildren(element?: OpenReview): OpenReview[] {
    return element === undefined ? [...this.#desk.open] : [];
  }

  getTreeItem(review: OpenReview): vscode.TreeItem {
    const { facts } = review;
    const item = new vscode.TreeItem(vscode.Uri.file(facts.path));
    item.id = facts.id;
    item.label = facts.shownPath;
    item.description = describe(review);
    item.tooltip = `${facts.shownPath}\n${printable(facts.title)}\n${describe(review)}`;
    item.contextValue = 'review';
    item.iconPath = vscode.ThemeIcon.File;
    item.command = { command: 'sallyport.review.open', title: 'Open Waiting Review', arguments: [review] };
    return item;
  }
}

/** The agent and the state of the review. */
export function describe({ facts, agentState, conflict }: OpenReview): string {
  const parts = [shownAgent(facts.agent.name)];
  if (agentState === 'gone') parts.push('agent disconnected');
  if (agentState === 'away') parts.push('agent will check again');
  if (conflict !== undefined) parts.push('conflict');
  return parts.join(' · ');
}
