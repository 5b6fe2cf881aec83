const columnCount = 50;
const kinds = ["text", "number", "date"] as const;

/** Columns of the wide table; the first tells the row. */
export const wideColumns = Array.from({ length: columnCount }, (_, index) => ({
  name: `column_${index}`,
  kind: kinds[index % kinds.length] ?? "text",
}));

export const wideText = /^wide \d+$/;

/** Later columns repeat from row to row, as those of people do; what they hold is made once. */
const repeated = Array.from({ length: 997 }, (_, row) =>
  wideColumns
    .slice(1)
    .map(({ kind }, index) => JSON.stringify(sampleValue(kind, row, index + 1)))
    .join(","),
);

/** JSON Lines of the rows, each an array of values. */
export function wideLines(first: number, count: number): string {
  let lines = "";
  for (let row = first; row < first + count; row++) {
    lines += `["wide ${row}",${repeated[row % repeated.length]}]\n`;
  }
  return lines;
}

/** SELECT of the same number of rows, as wide and with the same types. */
export function wideSelect(rowCount: number): string {
  const values = wideColumns.map(({ kind }, index) => {
    switch (kind) {
      case "number":
        return `((i * ${index + 7}) % 90000)::DOUBLE AS c${index}`;
      case "date":
        return `DATE '2010-01-01' + ((i + ${index}) % 3650)::INTEGER AS c${index}`;
      default:
        return index === 0 ? "'wide ' || i AS c0" : `'text ' || ((i + ${index}) % 500) AS c${index}`;
    }
  });
  return `SELECT ${values.join(", ")} FROM range(${rowCount}) AS numbers(i)`;
}

function sampleValue(kind: (typeof kinds)[number], row: number, column: number): string | number {
  switch (kind) {
    case "number":
      return (row * (column + 7)) % 90_000;
    case "date":
      return new Date(Date.UTC(2010, 0, 1 + row + column)).toISOString().slice(0, 10);
    default:
      return `text ${(row + column) % 500}`;
  }
}
