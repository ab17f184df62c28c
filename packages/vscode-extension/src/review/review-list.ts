// The list of reviews in the side bar, grouped by agent, each with its state.
import * as vscode from 'vscode';
import { printable, shownAgent } from '../printable.ts';
import type { OpenReview } from './open-review.ts';
import type { ReviewDesk } from './review-desk.ts';

export class AgentGroup {
  readonly name: string;
  readonly reviews: readonly OpenReview[];

  constructor(name: string, reviews: readonly OpenReview[]) {
    this.name = name;
    this.reviews = reviews;
  }
}

export class ReviewList implements vscode.TreeDataProvider<AgentGroup | OpenReview> {
  readonly #desk: ReviewDesk;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changes.event;

  constructor(desk: ReviewDesk) {
    this.#desk = desk;
  }

  refresh(): void {
    this.#changes.fire();
  }

  getChildren(element?: AgentGroup | OpenReview): (AgentGroup | OpenReview)[] {
    if (element instanceof AgentGroup) return [...element.reviews];
    if (element !== undefined) return [];
    const { open } = this.#desk;
    const names = new Set(open.map(({ facts }) => facts.agent.name));
    return [...names].map(
      (name) =>
        new AgentGroup(
          name,
          open.filter(({ facts }) => facts.agent.name === name),
        ),
    );
  }

  getTreeItem(element: AgentGroup | OpenReview): vscode.TreeItem {
    return element instanceof AgentGroup ? groupItem(element) : reviewItem(element);
  }
}

function groupItem({ name, reviews }: AgentGroup): vscode.TreeItem {
  const item = new vscode.TreeItem(shownAgent(name), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `agent ${name}`;
  item.description = reviews.length === 1 ? '1 file' : `${reviews.length} files`;
  item.contextValue = 'agent';
  item.iconPath = new vscode.ThemeIcon('account');
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
