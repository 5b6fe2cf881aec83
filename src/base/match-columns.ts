export interface TableColumn {
  readonly name: string;
  readonly dataType: string;
}

/** A mismatch between the columns of a file and those of a table. */
export type ColumnFinding =
  | { readonly kind: "unknownColumn"; readonly column: string }
  | { readonly kind: "missingColumn"; readonly column: string; readonly isKey: boolean }
  | { readonly kind: "duplicateColumn"; readonly column: string };

/** Columns that a file and a table share, and the mismatches between them. */
export interface ColumnMatch {
  /** Table columns by position in the file. Undefined for a column that the table does not have. */
  readonly columns: readonly (TableColumn | undefined)[];
  readonly findings: readonly ColumnFinding[];
}

/** Matches columns by name, ignoring case (sql-like-language 13.1). */
export function matchColumns(
  names: readonly string[],
  table: readonly TableColumn[],
  keys: readonly string[],
): ColumnMatch {
  const byName = new Map(table.map((column) => [column.name.toLowerCase(), column]));
  const keyNames = new Set(keys.map((key) => key.toLowerCase()));
  const seen = new Set<string>();
  const findings: ColumnFinding[] = [];
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
