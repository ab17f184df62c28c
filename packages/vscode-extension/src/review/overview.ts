// All waiting changes, or those of a group, in one multi-diff editor, with buttons in its title that decide about exactly the changes it shows.
import * as vscode from 'vscode';
import { urisOf } from './diff-tabs.ts';
import type { OpenReview } from './open-review.ts';
import type { ReviewDesk } from './review-desk.ts';
import { ReviewGroup } from './review-groups.ts';

/** VS Code adds the number of files. Types of its API have no other mark of a multi-diff tab. */
const TITLE = 'Changes That Wait for Review';

export interface OverviewActions {
  accept(review: OpenReview): Promise<void>;
  reject(review: OpenReview): Promise<void>;
}

export function openOverview(desk: ReviewDesk, { accept, reject }: OverviewActions): vscode.Disposable {
  let shown: ReadonlySet<OpenReview> = new Set();
  const left = () => desk.open.filter((review) => shown.has(review));
  const show = async (target: unknown) => {
    // VS Code would keep it beside the new one, with buttons that decide about what the new one shows.
    await closeTabs();
    shown = new Set(target instanceof ReviewGroup ? target.reviews : desk.open);
    const files = [...shown].map((review) => {
      const { left, right } = urisOf(review);
      return [right, left, right];
    });
    await vscode.commands.executeCommand('vscode.changes', TITLE, files);
  };
  const markActive = () => {
    const isActive = vscode.window.tabGroups.all.some(
      ({ activeTab }) => activeTab !== undefined && isOverview(activeTab),
    );
    void vscode.commands.executeCommand('setContext', 'sallyport.isOverview', isActive);
  };
  const closeWhenDecided = () => {
    if (shown.size === 0 || left().length > 0) return;
    shown = new Set();
    void closeTabs();
  };
  const all = (name: string, decide: (review: OpenReview) => Promise<void>) =>
    vscode.commands.registerCommand(`sallyport.overview.${name}`, async () => {
      for (const review of left()) await decide(review);
    });
  const stop = desk.onChanged(closeWhenDecided);
  return vscode.Disposable.from(
    { dispose: stop },
    vscode.window.tabGroups.onDidChangeTabs(markActive),
    vscode.window.tabGroups.onDidChangeTabGroups(markActive),
    vscode.commands.registerCommand('sallyport.review.openAll', show),
    all('acceptAll', accept),
    all('rejectAll', reject),
  );
}

async function closeTabs(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isOverview);
  try {
    await vscode.window.tabGroups.close(tabs, true);
  } catch {
    // The user closed one at the same moment.
  }
}

function isOverview({ label }: vscode.Tab): boolean {
  return label.startsWith(TITLE);
}
