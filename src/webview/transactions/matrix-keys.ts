/** A cell of the matrix; the row of the names of the columns is -1, and the column of the tenants 0. */
export interface MatrixPlace {
  readonly row: number;
  readonly column: number;
}

/** Where a key leads (the grid pattern of the ARIA authoring practices); `undefined` for any other key. */
export function placeAfter(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">,
  { row, column }: MatrixPlace,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): MatrixPlace | undefined {
  const isControl = ctrlKey || metaKey;
  const at = (toRow: number, toColumn: number): MatrixPlace => ({
    row: Math.max(-1, Math.min(rows - 1, toRow)),
    column: Math.max(0, Math.min(columns - 1, toColumn)),
  });
  switch (key) {
    case "ArrowDown":
      return at(isControl ? rows - 1 : row + 1, column);
    case "ArrowUp":
      return at(isControl ? 0 : row - 1, column);
    case "ArrowRight":
      return at(row, isControl ? columns - 1 : column + 1);
    case "ArrowLeft":
      return at(row, isControl ? 0 : column - 1);
    case "Home":
      return isControl ? at(0, 0) : at(row, 0);
    case "End":
      return isControl ? at(rows - 1, columns - 1) : at(row, columns - 1);
    case "PageDown":
      return at(row + page, column);
    case "PageUp":
      return at(row - page, column);
    default:
      return undefined;
  }
}
