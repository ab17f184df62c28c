// What language servers know of the code, in plain types instead of VS Code's classes.

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
  /** The class or module that contains it. */
  readonly container?: string;
  /** Nesting depth in its document. */
  readonly depth: number;
}

/** The position of a symbol. */
export type CodePosition = Pick<CodeLocation, 'path' | 'line' | 'column'>;

export interface CodeAction {
  readonly title: string;
  readonly kind?: string;
  readonly isPreferred: boolean;
  readonly disabledBecause?: string;
}

/** The old and new text of a file that a rename or code action changes. */
export interface FileChange {
  readonly path: string;
  readonly original: string;
  readonly proposed: string;
  /** The same change for a newer text of the file; without it such a change is refused. */
  readonly reproposed?: (now: string) => string;
}

export interface CodeFacts {
  /** The text of a line; undefined when the file has no such line. */
  lineAt(path: string, line: number): Promise<string | undefined>;
  definitions(position: CodePosition): Promise<readonly CodeLocation[]>;
  references(position: CodePosition): Promise<readonly CodeLocation[]>;
  documentSymbols(path: string): Promise<readonly CodeSymbol[]>;
  workspaceSymbols(query: string): Promise<readonly CodeSymbol[]>;
  /** Throws a SallyportError with the server's message when it cannot be renamed. */
  rename(position: CodePosition, newName: string): Promise<readonly FileChange[]>;
  actions(path: string, startLine: number, endLine: number): Promise<readonly CodeAction[]>;
  /** The change that an action of this title would make. */
  applyAction(path: string, startLine: number, endLine: number, title: string): Promise<readonly FileChange[]>;
}
