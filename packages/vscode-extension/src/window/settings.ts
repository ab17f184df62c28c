// Reads the sallyport.* settings each time, since they may change.
import { limits } from '@sallyport/protocol';
import * as vscode from 'vscode';

export interface Settings {
  readonly port: number;
  readonly autoStart: boolean;
  readonly approvalMode: 'write-only' | 'always' | 'never';
  readonly diagnosticDelay: number;
  readonly requireAuth: boolean;
  readonly autoConfigure: 'auto' | 'always' | 'never';
}

/** Invalid values count as the default, so that a typo never disables approval. */
export function readSettings(): Settings {
  const config = vscode.workspace.getConfiguration('sallyport');
  return {
    port: numberOf(config.get('port'), limits.door.editorPort, 65_535),
    autoStart: config.get('autoStart') !== false,
    approvalMode: oneOf(config.get('approvalMode'), ['write-only', 'always', 'never']),
    diagnosticDelay: numberOf(config.get('diagnosticDelay'), limits.editor.diagnosticDelayMs, 60_000),
    requireAuth: config.get('requireAuth') !== false,
    autoConfigure: oneOf(config.get('autoConfigure'), ['auto', 'always', 'never']),
  };
}

function oneOf<Choice extends string>(value: unknown, choices: readonly [Choice, ...Choice[]]): Choice {
  return choices.find((choice) => choice === value) ?? choices[0];
}

function numberOf(value: unknown, fallback: number, max: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : fallback;
}
