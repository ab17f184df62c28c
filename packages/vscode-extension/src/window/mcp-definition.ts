// Offers the door to VS Code's own agents, where this VS Code has a list of MCP servers.
import { PRODUCT_VERSION } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { urlOf } from '../door/agent-config.ts';
import type { DoorState } from './status-item.ts';

export interface McpDefinition extends vscode.Disposable {
  /** The door opened, closed or moved. */
  changed(): void;
}

export function registerMcpDefinition(options: { state: () => DoorState; token: string }): McpDefinition {
  const changes = new vscode.EventEmitter<void>();
  // Older editors, and forks of them, have no such list.
  const registration = vscode.lm?.registerMcpServerDefinitionProvider?.('sallyport.editor', {
    onDidChangeMcpServerDefinitions: changes.event,
    provideMcpServerDefinitions: () => {
      const state = options.state();
      if (state.kind === 'off') return [];
      const headers = { Authorization: `Bearer ${options.token}` };
      const uri = vscode.Uri.parse(urlOf(state.port));
      return [new vscode.McpHttpServerDefinition('Sallyport: this editor', uri, headers, PRODUCT_VERSION)];
    },
  });
  return {
    changed: () => changes.fire(),
    dispose: () => {
      registration?.dispose();
      changes.dispose();
    },
  };
}
