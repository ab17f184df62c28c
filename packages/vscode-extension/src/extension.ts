// The extension's entry: VS Code calls activate once a window, and deactivate when it goes.
import * as vscode from 'vscode';
import { CHANNEL_NAME } from './names.ts';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const channel = vscode.window.createOutputChannel(CHANNEL_NAME, { log: true });
  context.subscriptions.push(channel);
}

export async function deactivate(): Promise<void> {}
