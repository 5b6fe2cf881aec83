/** An axis of a cell set (service-api, "Query"). */
export interface CellSetAxis {
  readonly name: string | undefined;
  readonly positions: readonly CellSetPosition[];
  /** The names of its members begin with an instant. */
  readonly isTime: boolean;
}

export interface CellSetPosition {
  readonly path: readonly string[];
  readonly displayName: string | undefined;
  readonly displayNamePath: readonly string[];
}

export function readAxis(text: string): CellSetAxis {
  const { dimension, positions = [] } = JSON.parse(text) as {
    readonly dimension?: { readonly name?: string };
    readonly positions?: readonly Partial<CellSetPosition>[];
  };
  const whole = positions.map(({ path = [], displayName, displayNamePath = [] }) => ({
    path,
    displayName,
    displayNamePath,
  }));
  const isTime = whole.length > 0 && whole.every(({ path }) => /^\[?\d{4,}-\d\d-\d\dT/.test(path.at(-1) ?? ""));
  return { name: dimension?.name, positions: whole, isTime };
}
