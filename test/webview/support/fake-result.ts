import type { ConnectionRemedy } from "../../../src/base/refused-credentials.ts";
import type { Cell, ResultColumn, ResultState } from "../../../src/protocol/data-worker.ts";
import type { ResultOriginLabels } from "../../../src/protocol/results-view.ts";

/** A result that is computed, not stored: any number of rows. */
export interface FakeResult {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  readonly state?: ResultState;
  readonly message?: string;
  readonly title?: string;
  readonly origin?: Partial<ResultOriginLabels>;
  readonly remedy?: ConnectionRemedy;
  cell(row: number, column: number): Cell;
}
