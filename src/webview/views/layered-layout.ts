/** A node of a directed graph with the ids of the nodes that it depends on. */
interface LayoutNode {
  readonly id: string;
  readonly upstream: readonly string[];
}

/** Place of a node: layers from left to right, rows from top to bottom, both from 0. */
export interface PlacedNode {
  readonly id: string;
  readonly layer: number;
  readonly row: number;
}

/** Number of passes that reorder the layers to avoid crossings. */
const passes = 4;

/**
 * Places the nodes of a graph in layers, so that each node is to the right of those that it depends on. Dependencies
 * that close a cycle, and those on unknown nodes, are ignored. Takes linear time per pass.
 */
export function computeLayeredLayout(nodes: readonly LayoutNode[]): readonly PlacedNode[] {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const upstreamOf = new Map(
    nodes.map(({ id, upstream }) => [id, [...new Set(upstream)].filter((other) => known.has(other) && other !== id)]),
  );
  const downstreamOf = reversed(upstreamOf);
  const layerOf = layers(upstreamOf, downstreamOf);
  const columns: string[][] = [];
  for (const { id } of nodes) {
    const layer = layerOf.get(id) ?? 0;
    columns[layer] ??= [];
    columns[layer].push(id);
  }
  const filled = Array.from(columns, (column) => column ?? []);
  reorder(filled, upstreamOf, downstreamOf);
  return place(filled, upstreamOf);
}

function reversed(upstreamOf: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string[]> {
  const downstreamOf = new Map<string, string[]>([...upstreamOf.keys()].map((id) => [id, []]));
  for (const [id, upstream] of upstreamOf) {
    for (const other of upstream) {
      downstreamOf.get(other)?.push(id);
    }
  }
  return downstreamOf;
}

/**
 * Returns the layer of each node: one more than the highest layer upstream; of a source, one less than its first
 * reader.
 */
function layers(
  upstreamOf: ReadonlyMap<string, readonly string[]>,
  downstreamOf: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const layerOf = new Map<string, number>();
  const open = new Map([...upstreamOf].map(([id, upstream]) => [id, upstream.length]));
  const ready = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  const remaining = open.keys();
  while (layerOf.size < upstreamOf.size) {
    const id = ready.pop() ?? nextUnplaced(remaining, layerOf);
    if (id === undefined) {
      break;
    }
    if (layerOf.has(id)) {
      continue;
    }
    const placed = (upstreamOf.get(id) ?? []).flatMap((other) => layerOf.get(other) ?? []);
    layerOf.set(
      id,
      placed.reduce((most, layer) => Math.max(most, layer + 1), 0),
    );
    for (const reader of downstreamOf.get(id) ?? []) {
      const left = (open.get(reader) ?? 0) - 1;
      open.set(reader, left);
      if (left === 0) {
        ready.push(reader);
      }
    }
  }
  for (const [id, upstream] of upstreamOf) {
    const readers = (downstreamOf.get(id) ?? []).map((reader) => layerOf.get(reader) ?? 0);
    if (upstream.length === 0 && readers.length > 0) {
      const first = readers.reduce((least, layer) => Math.min(least, layer));
      layerOf.set(id, Math.max(0, first - 1));
    }
  }
  return layerOf;
}

/** Returns a node of a cycle, since only cycles are left when no node is ready. */
function nextUnplaced(remaining: Iterator<string>, layerOf: ReadonlyMap<string, number>): string | undefined {
  for (let next = remaining.next(); !next.done; next = remaining.next()) {
    if (!layerOf.has(next.value)) {
      return next.value;
    }
  }
  return undefined;
}

/** Sorts each layer by the mean position of the neighbours, alternately from the left and from the right. */
function reorder(
  columns: string[][],
  upstreamOf: ReadonlyMap<string, readonly string[]>,
  downstreamOf: ReadonlyMap<string, readonly string[]>,
): void {
  const positions = new Map<string, number>();
  const number = (column: readonly string[]) => {
    for (const [position, id] of column.entries()) {
      positions.set(id, position);
    }
  };
  columns.forEach(number);
  for (let pass = 0; pass < passes; pass++) {
    const isForward = pass % 2 === 0;
    const neighbours = isForward ? upstreamOf : downstreamOf;
    for (const column of isForward ? columns : columns.toReversed()) {
      const means = new Map(
        column.map((id) => [id, mean(neighbours.get(id) ?? [], positions) ?? positions.get(id) ?? 0]),
      );
      column.sort((one, other) => (means.get(one) ?? 0) - (means.get(other) ?? 0));
      number(column);
    }
  }
}

/** Assigns rows: each node as near as possible to the middle of its upstream nodes, and below the one before it. */
function place(
  columns: readonly (readonly string[])[],
  upstreamOf: ReadonlyMap<string, readonly string[]>,
): readonly PlacedNode[] {
  const rows = new Map<string, number>();
  return columns.flatMap((column, layer) => {
    let free = 0;
    return column.map((id) => {
      const row = Math.max(free, Math.round(mean(upstreamOf.get(id) ?? [], rows) ?? free));
      free = row + 1;
      rows.set(id, row);
      return { id, layer, row };
    });
  });
}

function mean(ids: readonly string[], values: ReadonlyMap<string, number>): number | undefined {
  const known = ids.flatMap((id) => values.get(id) ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
}
