/** How large the data is and how often each thing is run. */
export interface BenchSize {
  readonly people: number;
  /** Alternations that are counted. */
  readonly rounds: number;
  /** Windows of VS Code. */
  readonly windows: number;
}

/** What the measures are given; folders are absolute. */
export interface BenchOptions {
  readonly size: BenchSize;
  readonly isSmall: boolean;
  /** The extension as it ships, built for this run. */
  readonly extensionFolder: string;
  /** File that says what went into `extension.js`: esbuild's `metafile.outputs`, as JSON. */
  readonly metafile: string;
  /** Programs of the bench, bundled. */
  readonly programFolder: string;
  /** Kept from run to run. */
  readonly cacheFolder: string;
  readonly repositoryRoot: string;
  /** For this run alone. */
  readonly scratchFolder: string;
}

/** The limits that DuckDB has on either side. */
export const engineLimits = { threads: 2, memoryLimit: "4GB" } as const;

export const seed = 1;

export function chooseSize(isSmall: boolean): BenchSize {
  return isSmall ? { people: 300, rounds: 1, windows: 1 } : { people: 1_000_000, rounds: 9, windows: 9 };
}
