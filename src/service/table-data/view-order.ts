import type { StoredTableSource } from "../store/table-source-definitions.ts";
import type { TableInReach } from "./table-data.ts";

/** An enabled view whose rows a tenant has itself, with what it depends on. */
export interface View {
  readonly reach: TableInReach;
  readonly query: string;
  readonly dependencies: readonly { readonly upstream: TableInReach; readonly joinFilter: string }[];
}

/** The views downstream of changed tables, each after those upstream of it. */
export function sortViews(
  sources: readonly StoredTableSource[],
  tables: readonly TableInReach[],
  changed: readonly string[],
): View[] {
  const reached = new Map(tables.map((reach) => [reach.table.source, reach]));
  const waiting = sources.flatMap((source) => toView(source, reached) ?? []);
  const concerned = new Set(changed);
  const sorted: View[] = [];
  // A view is ready when none of its dependencies waits; definitions have no circles (docs/semantics.md, "Table sources").
  for (let ready = takeReady(waiting); ready.length > 0; ready = takeReady(waiting)) {
    for (const view of ready) {
      if (view.dependencies.some(({ upstream }) => concerned.has(upstream.table.source))) {
        concerned.add(view.reach.table.source);
        sorted.push(view);
      }
    }
  }
  return sorted;
}

function toView({ definition }: StoredTableSource, reached: ReadonlyMap<string, TableInReach>): View | undefined {
  const { materializedView: view, uuid } = definition;
  const reach = reached.get(uuid);
  if (!view?.enabled || !view.query || !reach || reach.isReadonly) {
    return undefined;
  }
  const dependencies = (view.dependencies ?? []).flatMap(({ upstreamTable = "", joinFilter = "" }) => {
    const upstream = reached.get(upstreamTable);
    return upstream ? { upstream, joinFilter } : [];
  });
  return { reach, query: view.query, dependencies };
}

/** Takes those out of `waiting` that depend on none of the others. */
function takeReady(waiting: View[]): View[] {
  const names = new Set(waiting.map(({ reach }) => reach.table.source));
  const ready = waiting.filter(({ dependencies }) =>
    dependencies.every(({ upstream }) => !names.has(upstream.table.source)),
  );
  for (const view of ready) {
    waiting.splice(waiting.indexOf(view), 1);
  }
  return ready;
}
