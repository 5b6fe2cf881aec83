import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { readCsvRows } from "../../base/csv-rows.ts";

const pieceBytes = 256 * 1024;

/**
 * Divides a CSV file into files of at most `maxRows` rows, each with the header, and flushes them. Returns their numbers
 * of rows.
 */
export async function divideCsv(
  path: string,
  maxRows: number,
  newPath: () => Promise<string>,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const counts: number[] = [];
  let header: string | undefined;
  let file: FileHandle | undefined;
  let text = "";
  const finish = async () => {
    await file?.writeFile(text);
    await file?.sync();
    await file?.close();
    file = undefined;
    text = "";
  };
  try {
    for await (const rows of readCsvRows(createReadStream(path, { highWaterMark: pieceBytes, signal }))) {
      for (const row of rows) {
        if (header === undefined) {
          header = row.text;
          continue;
        }
        if (!file || counts.at(-1) === maxRows) {
          await finish();
          file = await open(await newPath(), "wx", 0o600);
          text = `${header}\n`;
          counts.push(0);
        }
        text += `${row.text}\n`;
        counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
      }
      await file?.writeFile(text);
      text = "";
    }
    await finish();
    return counts;
  } finally {
    await file?.close();
  }
}
