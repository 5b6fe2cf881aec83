import type { ServerResponse } from "node:http";

const rowsOfPiece = 500;

/**
 * A result of 50 columns as the service writes JSON Lines: its id, which counts from 1, a name, a group of twelve, then numbers,
 * days and texts. It is written as fast as it is taken, up to `stopAfterRows` until it is let go on.
 */
export class WideBody {
  writtenRows = 0;
  readonly #rowCount: number;
  readonly #stopAfterRows: number;
  #letGoOn: () => void = () => undefined;
  readonly #mayGoOn = new Promise<void>((resolve) => {
    this.#letGoOn = resolve;
  });

  constructor(rowCount: number, stopAfterRows = rowCount) {
    this.#rowCount = rowCount;
    this.#stopAfterRows = stopAfterRows;
  }

  goOn(): void {
    this.#letGoOn();
  }

  async write(outgoing: ServerResponse): Promise<void> {
    const closed = new Promise((resolve) => outgoing.once("close", resolve));
    outgoing.writeHead(200, { "content-type": "application/jsonlines" });
    outgoing.write(`${JSON.stringify(["Id", "Name", "Group", ...restNames])}\n`);
    while (this.writtenRows < this.#rowCount && !outgoing.destroyed) {
      const isBeforeStop = this.writtenRows < this.#stopAfterRows;
      const end = Math.min(this.writtenRows + rowsOfPiece, isBeforeStop ? this.#stopAfterRows : this.#rowCount);
      const isTaken = outgoing.write(piece(this.writtenRows, end));
      this.writtenRows = end;
      if (end === this.#stopAfterRows && end < this.#rowCount) {
        await Promise.race([this.#mayGoOn, closed]);
      } else if (!isTaken) {
        await Promise.race([new Promise((resolve) => outgoing.once("drain", resolve)), closed]);
      }
    }
    outgoing.end();
  }
}

/** Answers with these rows, the names of the columns first. */
export async function writeRows(
  outgoing: ServerResponse,
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  outgoing.writeHead(200, { "content-type": "application/jsonlines" });
  outgoing.end(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

const restNames = Array.from({ length: 47 }, (_, index) => `Field ${index + 4}`);
const rest = restNames.map((_, index) => [`${index * 17}.25`, "2024-06-30", `Text of field ${index}`][index % 3]);
const restText = JSON.stringify(rest).slice(1);

function piece(first: number, end: number): string {
  let text = "";
  for (let row = first; row < end; row++) {
    text += `["${row + 1}","Name ${(row * 7919) % 100_003}","Group ${row % 12}",${restText}\n`;
  }
  return text;
}
