// Registers the door as an MCP server for VS Code's own agents.
import { PRODUCT_VERSION } from '@sallyport/protocol';
import * as vscode from 'vscode';
import { urlOf } from '../door/agent-config.ts';
import type { DoorState } from './status-item.ts';

export interface McpDefinition extends vscode.Disposable {
  /** After the door opened, closed or moved. */
  changed(): void;
}

export function registerMcpDefinition(options: { state: () => DoorState; token: string }): McpDefinition {
  const changes = new vscode.EventEmitter<void>();
  // Older editors and forks do not have this API.
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
