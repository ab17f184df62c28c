// What the editor's language servers know of code, as the tools need it: plain locations instead of VS Code's classes.

export interface CodeLocation {
  /** Absolute. */
  readonly path: string;
  /** From 1, both. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
}

export interface CodeSymbol {
  readonly name: string;
  readonly kind: string;
  readonly location: CodeLocation;
  /** Class or module that it is part of. */
  readonly container?: string;
  /** How deep it lies in its document. */
  readonly depth: number;
}

/** Where a symbol is asked for: a column from 1. */
export type CodePosition = Pick<CodeLocation, 'path' | 'line' | 'column'>;

export interface CodeAction {
  readonly title: string;
  readonly kind?: string;
  readonly isPreferred: boolean;
  readonly disabledBecause?: string;
}

/** The whole new text of each file that a rename or a code action would change. */
export interface FileChange {
  readonly path: string;
  readonly original: string;
  readonly proposed: string;
  /** The same change of another text, when the file is no longer the original; without it the change is given up then. */
  readonly reproposed?: (now: string) => string;
}

export interface CodeFacts {
  /** The text of a line; undefined when the file has no such line. */
  lineAt(path: string, line: number): Promise<string | undefined>;
  definitions(position: CodePosition): Promise<readonly CodeLocation[]>;
  references(position: CodePosition): Promise<readonly CodeLocation[]>;
  documentSymbols(path: string): Promise<readonly CodeSymbol[]>;
  workspaceSymbols(query: string): Promise<readonly CodeSymbol[]>;
  /** Throws a SallyportError with the server's words when it cannot be renamed. */
  rename(position: CodePosition, newName: string): Promise<readonly FileChange[]>;
  actions(path: string, startLine: number, endLine: number): Promise<readonly CodeAction[]>;
  /** The change that an action of this title would make. */
  applyAction(path: string, startLine: number, endLine: number, title: string): Promise<readonly FileChange[]>;
}
