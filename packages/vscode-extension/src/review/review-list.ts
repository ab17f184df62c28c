// The list of reviews in the side bar, grouped by agent and by request, each with its state.
import { systemClock } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { printable, shownAgent } from '../printable.ts';
import type { OpenReview } from './open-review.ts';
import type { ReviewDesk } from './review-desk.ts';
import { agentsOf, ReviewGroup, requestsOf } from './review-groups.ts';

type Row = ReviewGroup | OpenReview;

/** Titles come from agents. */
const TITLE_MAX_CHARS = 80;
/** VS Code has drawn the list by then. */
const SECOND_LOOK_MS = 1000;

export class ReviewList implements vscode.TreeDataProvider<Row> {
  readonly #desk: ReviewDesk;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changes.event;
  #cancelSecondLook: () => void = () => {};

  constructor(desk: ReviewDesk) {
    this.#desk = desk;
  }

  refresh(): void {
    this.#changes.fire();
    this.refreshLater();
  }

  /** A change that comes while VS Code asks for the rows of a group can leave that group empty, until the next change. */
  refreshLater(): void {
    this.#cancelSecondLook();
    this.#cancelSecondLook = systemClock.after(SECOND_LOOK_MS, () => this.#changes.fire());
  }

  dispose(): void {
    this.#cancelSecondLook();
    this.#changes.dispose();
  }

  getChildren(element?: Row): Row[] {
    if (element === undefined) return agentsOf(this.#desk.open);
    if (!(element instanceof ReviewGroup)) return [];
    return element.kind === 'agent' ? requestsOf(element) : [...element.reviews];
  }

  getTreeItem(element: Row): vscode.TreeItem {
    return element instanceof ReviewGroup ? groupItem(element) : reviewItem(element);
  }
}

function groupItem({ kind, id, name, reviews }: ReviewGroup): vscode.TreeItem {
  const label = kind === 'agent' ? shownAgent(name) : printable(name).slice(0, TITLE_MAX_CHARS);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = id;
  item.description = reviews.length === 1 ? '1 file' : `${reviews.length} files`;
  item.contextValue = kind;
  item.iconPath = new vscode.ThemeIcon(kind === 'agent' ? 'account' : 'files');
  return item;
}

function reviewItem(review: OpenReview): vscode.TreeItem {
  const { facts } = review;
  const item = new vscode.TreeItem(vscode.Uri.file(facts.path));
  item.id = facts.id;
  item.label = facts.shownPath;
  item.description = describe(review);
  item.tooltip = [facts.shownPath, printable(facts.title), describe(review)].filter((line) => line !== '').join('\n');
  item.contextValue = 'review';
  item.iconPath = vscode.ThemeIcon.File;
  item.command = { command: 'sallyport.review.open', title: 'Open Waiting Review', arguments: [review] };
  return item;
}

/** The state of the review; empty when all is well. */
export function describe({ facts, agentState, conflict, base }: OpenReview): string {
  const failed = facts.failedBlocks().length;
  const parts: string[] = [];
  if (conflict !== undefined) parts.push('conflict');
  if (agentState === 'gone') parts.push('agent disconnected');
  if (agentState === 'away') parts.push('agent will check again');
  if (failed > 0) parts.push(`${failed} ${failed === 1 ? 'block' : 'blocks'} did not match`);
  // Otherwise lines that do not change keep theirs.
  if (base.hasMixedEol === true && base.isDirty)
    parts.push(`mixed line endings become ${base.eol === '\n' ? 'LF' : 'CRLF'}`);
  return parts.join(' · ');
}
