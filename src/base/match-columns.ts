export interface TableColumn {
  readonly name: string;
  readonly dataType: string;
}

/** A mismatch between the columns of a file and those of a table. */
export type ColumnDifference =
  | { readonly kind: "unknownColumn"; readonly column: string }
  | { readonly kind: "missingColumn"; readonly column: string; readonly isKey: boolean }
  | { readonly kind: "duplicateColumn"; readonly column: string };

/** Result of comparing the columns of a file with those of a table: matching columns and mismatches. */
export interface ColumnMatch {
  /** Matching table column for each file column, by position. Undefined if the table has no such column. */
  readonly columns: readonly (TableColumn | undefined)[];
  readonly findings: readonly ColumnDifference[];
}

/** Matches the columns of a file and a table by name, ignoring case (sql-like-language 13.1). */
export function matchColumns(
  names: readonly string[],
  table: readonly TableColumn[],
  keys: readonly string[],
): ColumnMatch {
  const byName = new Map(table.map((column) => [column.name.toLowerCase(), column]));
  const keyNames = new Set(keys.map((key) => key.toLowerCase()));
  const seen = new Set<string>();
  const findings: ColumnDifference[] = [];
  const columns = names.map((column) => {
    const name = column.toLowerCase();
    if (seen.has(name)) {
      findings.push({ kind: "duplicateColumn", column });
    } else if (!byName.has(name)) {
      findings.push({ kind: "unknownColumn", column });
    }
    seen.add(name);
    return byName.get(name);
  });
  const missing = table.filter(({ name }) => !seen.has(name.toLowerCase()));
  findings.push(
    ...missing.map(({ name }) => {
      return { kind: "missingColumn", column: name, isKey: keyNames.has(name.toLowerCase()) } as const;
    }),
  );
  return { columns, findings };
}
