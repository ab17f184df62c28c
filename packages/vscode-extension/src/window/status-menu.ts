// The command Show Status: the state of the door, and actions for it.
import * as vscode from 'vscode';
import { urlOf } from '../door/agent-config.ts';
import { countAgents, type DoorState } from './status-item.ts';

export interface StatusMenuOptions {
  readonly state: () => DoorState;
  readonly token: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly showLog: () => void;
  readonly showJournal: () => Promise<void>;
}

interface Entry extends vscode.QuickPickItem {
  readonly run: () => Thenable<void> | void;
}

export async function showStatus(options: StatusMenuOptions): Promise<void> {
  const state = options.state();
  const title =
    state.kind === 'off'
      ? `Sallyport: the MCP server is stopped${state.waitsForTrust ? ' until you trust this folder' : ''}`
      : `Sallyport: 127.0.0.1:${state.port}, ${countAgents(state.sessions)}`;
  const picked = await vscode.window.showQuickPick(entriesFor(state, options), { title });
  await picked?.run();
}

function entriesFor(state: DoorState, { token, start, stop, showLog, showJournal }: StatusMenuOptions): Entry[] {
  const looks: Entry[] = [
    { label: '$(history) Show what agents did', run: showJournal },
    { label: '$(output) Show the log', run: showLog },
  ];
  if (state.kind === 'off') {
    const open = state.waitsForTrust
      ? { label: '$(workspace-trusted) Trust this folder…', run: manageTrust }
      : { label: '$(play) Start the MCP server', run: start };
    return [open, ...looks];
  }
  const config = JSON.stringify(
    { type: 'http', url: urlOf(state.port), headers: { Authorization: `Bearer ${token}` } },
    null,
    2,
  );
  return [
    { label: '$(clippy) Copy the configuration for an MCP client', run: () => vscode.env.clipboard.writeText(config) },
    { label: '$(key) Copy the token', run: () => vscode.env.clipboard.writeText(token) },
    ...looks,
    { label: '$(debug-stop) Stop the MCP server', run: stop },
  ];
}

function manageTrust(): Thenable<void> {
  return vscode.commands.executeCommand('workbench.trust.manage');
}
