// What a benchmark is and what it hands back: tables to read, and aims that hold or do not.

export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Aim {
  readonly what: string;
  readonly measured: string;
  readonly holds: boolean;
}

export interface Report {
  readonly title: string;
  readonly tables: readonly Table[];
  readonly aims: readonly Aim[];
  /** How it was measured, where a reader would else guess. */
  readonly notes: readonly string[];
}

export interface BenchOptions {
  /** The project's root folder. */
  readonly root: string;
  /** The Node that runs this, and its process. */
  readonly node: string;
  readonly pid: number;
  /** Tells a waiting person what is being measured now. */
  readonly onProgress: (what: string) => void;
}

export interface Bench {
  readonly name: string;
  /** Takes so long that it runs only when it is named. */
  readonly isOnDemand?: boolean;
  run(options: BenchOptions): Promise<Report>;
}
