// The command Show Journal: a searchable list of what agents did, newest first.
import * as vscode from 'vscode';
import { shownAgent } from '../printable.ts';
import type { JournalEntry } from './editor-journal.ts';

export async function showJournal(entries: readonly JournalEntry[]): Promise<void> {
  const items = entries.map(describe).reverse();
  const title = items.length === 0 ? 'Sallyport: no agent has called a tool yet' : 'Sallyport: what agents did';
  await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
}

function describe(entry: JournalEntry): vscode.QuickPickItem {
  const { at, agent, tool, code, durationMs, direct } = entry;
  const way = direct === true ? 'direct' : 'through the gateway';
  return {
    label: `${code === undefined ? '$(check)' : '$(error)'} ${tool}`,
    description: `${shownAgent(agent.name)}, ${way}`,
    detail: `${new Date(at).toLocaleString()}, ${durationMs} ms${code === undefined ? '' : `, ${code}`}`,
  };
}
