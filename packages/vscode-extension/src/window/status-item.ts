// The status bar item: port and state of the door, and a warning when approval is off.
import * as vscode from 'vscode';

export type DoorState =
  | { readonly kind: 'off'; readonly waitsForTrust?: true }
  | { readonly kind: 'open'; readonly port: number; readonly sessions: number };

export interface StatusItem extends vscode.Disposable {
  show(state: DoorState, asksNothing: boolean): void;
}

export function createStatusItem(): StatusItem {
  const item = vscode.window.createStatusBarItem('sallyport.status', vscode.StatusBarAlignment.Right, 50);
  item.name = 'Sallyport';
  item.command = 'sallyport.status';
  item.show();
  return {
    show(state, asksNothing) {
      item.text = textOf(state, asksNothing);
      item.tooltip = tooltipOf(state, asksNothing);
      item.backgroundColor =
        asksNothing && state.kind === 'open' ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    },
    dispose: () => item.dispose(),
  };
}

function textOf(state: DoorState, asksNothing: boolean): string {
  if (state.kind === 'off') return '$(circle-slash) Sallyport: off';
  const icon = state.sessions > 0 ? '$(plug)' : '$(circle-outline)';
  return `${icon} Sallyport: :${state.port}${asksNothing ? ' (never asks)' : ''}`;
}

function tooltipOf(state: DoorState, asksNothing: boolean): string {
  if (state.kind === 'off') {
    return state.waitsForTrust
      ? 'Agents can connect once you trust this folder.'
      : 'Agents cannot connect: the MCP server is stopped.';
  }
  const verb = state.sessions === 1 ? 'is' : 'are';
  const warning = asksNothing ? ' Edits are saved and commands run without asking you.' : '';
  return `Agents can connect at 127.0.0.1:${state.port}. ${countAgents(state.sessions)} ${verb} connected.${warning}`;
}

export function countAgents(count: number): string {
  return count === 1 ? '1 agent' : `${count} agents`;
}
