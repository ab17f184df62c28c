// A notification that goes away with what it announces. Messages with buttons cannot be closed by an extension.
import { limits } from '@sallyport/protocol';
import * as vscode from 'vscode';

export class Hint implements vscode.Disposable {
  #shown: { readonly report: (text: string) => void; readonly end: () => void } | undefined;

  /** Replaces the text of a hint that is still visible. May contain command links. */
  show(text: string): void {
    if (this.#shown !== undefined) {
      this.#shown.report(text);
      return;
    }
    void vscode.window.withProgress({ location: vscode.ProgressLocation.Notification }, (progress) => {
      progress.report({ message: text });
      return new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          this.#shown = undefined;
          resolve();
        };
        const timer = setTimeout(end, limits.editor.hintMs);
        this.#shown = { report: (message) => progress.report({ message }), end };
      });
    });
  }

  hide(): void {
    this.#shown?.end();
  }

  dispose(): void {
    this.hide();
  }
}

/** A link in a notification. */
export function commandLink(label: string, command: string, ...args: readonly string[]): string {
  const query = args.length === 0 ? '' : `?${encodeURIComponent(JSON.stringify(args))}`;
  return `[${label}](command:${command}${query})`;
}

/** VS Code makes links of `[…](…)`, and names of agents and files must not become links to commands. */
export function withoutLinks(text: string): string {
  return text.replaceAll('[', '(').replaceAll(']', ')');
}
