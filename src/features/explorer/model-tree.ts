import type { BranchItem } from "../../host/tenant-branch.ts";
import type { ModelNode } from "../../languages/core/model/model-node.ts";
import type {
  ModelEntry,
  ModelEntryKind,
  ModelSearch,
  ModelSearchResult,
} from "../../languages/core/model/model-requests.ts";
import { type ExplorerItem, type ItemTarget, type ModelItem, nameListKinds, type PagedItem } from "./explorer-item.ts";

/** Function that reads one page of model names. Pages are numbered from 0. */
export type ReadNames = (
  target: ItemTarget,
  search: ModelSearch,
  page: number,
  signal: AbortSignal,
) => Promise<ModelSearchResult>;

/** Tree items of one page, with the number of the next page if there is one. */
export interface ItemPage {
  readonly items: readonly ExplorerItem[];
  readonly next: number | undefined;
}

/** Maximum number of service pages to read for one page of tree items, if the service cannot filter names by object. */
const maxPagesAtOnce = 20;
/** Number of names that fill one page of the tree. */
const enough = 100;

/**
 * Returns the children of a model item that are known without a service call: the name lists of an analytic object and
 * the levels of a dimension.
 */
export function knownChildren({ key, target, node }: ModelItem): readonly ExplorerItem[] {
  const { kind, entry } = node;
  if (kind === "object") {
    return nameListKinds
      .filter((list) => list !== "reference" || (entry.references?.length ?? 0) > 0)
      .map((list) => ({ kind: "modelList", key: `${key}/${list}`, target, object: entry, list }));
  }
  return (entry.levels ?? []).map((id, index) =>
    modelItem(key, target, {
      kind: "level",
      entry: { id, displayName: entry.levelNames?.[index] ?? id },
      object: node.object,
      dimension: entry,
    }),
  );
}

/** Reads one page of the children of a model, of a name list or of a dimension. */
export async function readModelPage(
  parent: Exclude<PagedItem, BranchItem>,
  page: number,
  readNames: ReadNames,
  signal: AbortSignal,
): Promise<ItemPage> {
  const { key, target } = parent;
  const read = (search: ModelSearch, number: number) => readNames(target, search, number, signal);
  if (parent.kind === "group") {
    const { entries, isComplete } = await read({ kind: "analyticObject", prefix: "" }, page);
    const items = entries.map((entry) => modelItem(key, target, { kind: "object", entry, object: entry }));
    return { items, next: isComplete ? undefined : page + 1 };
  }
  if (parent.kind === "model") {
    const { object, entry } = parent.node;
    const search = { kind: "member", prefix: "", object: object.id, dimension: entry.id } as const;
    const { entries, isComplete } = await read(search, page);
    const items = entries.map((member) =>
      modelItem(key, target, { kind: "member", entry: member, object, dimension: entry }),
    );
    return { items, next: isComplete ? undefined : page + 1 };
  }
  const { list, object } = parent;
  if (list === "reference") {
    const items = (object.references ?? []).map(({ id, displayName = id }) =>
      modelItem(key, target, { kind: list, entry: { id, displayName }, object }),
    );
    return { items, next: undefined };
  }
  const items: ExplorerItem[] = [];
  for (let number = page; ; number++) {
    const { entries, isComplete } = await read({ kind: list, prefix: "", object: object.id }, number);
    // Metrics cannot be searched by their object.
    const own = entries.filter((entry) => (entry.object ?? object.id) === object.id);
    items.push(...own.map((entry) => modelItem(key, target, { kind: list, entry, object })));
    if (isComplete || items.length >= enough || number - page >= maxPagesAtOnce) {
      return { items, next: isComplete ? undefined : number + 1 };
    }
  }
}

const searchedKinds: readonly ModelEntryKind[] = [
  "analyticObject",
  "metric",
  "dimension",
  "property",
  "concept",
  "member",
];

/**
 * Searches model names that contain a text. Returns at most one page of each kind, and nothing for texts shorter than 2
 * characters.
 */
export async function searchModel(
  key: string,
  target: ItemTarget,
  text: string,
  readNames: ReadNames,
  signal: AbortSignal,
): Promise<readonly ModelItem[]> {
  if (text.length < 2) {
    return [];
  }
  const found = await Promise.all(
    searchedKinds.map(async (kind) => {
      const { entries } = await readNames(target, { kind, prefix: text }, 0, signal);
      return entries.flatMap((entry) => nodeOf(kind, entry) ?? []);
    }),
  );
  return found.flat().map((node) => modelItem(`${key}/found`, target, node));
}

function nodeOf(kind: ModelEntryKind, entry: ModelEntry): ModelNode | undefined {
  const { object: owner, dimension } = entry;
  if (kind === "analyticObject") {
    return { kind: "object", entry, object: entry };
  }
  if (owner === undefined) {
    return undefined;
  }
  const object = { id: owner, displayName: owner };
  if (kind !== "member") {
    return { kind, entry, object };
  }
  return dimension === undefined
    ? undefined
    : { kind, entry, object, dimension: { id: dimension, displayName: dimension } };
}

function modelItem(parentKey: string, target: ItemTarget, node: ModelNode): ModelItem {
  const { kind, entry, object, dimension } = node;
  const name = [kind, object.id, dimension?.id ?? "", entry.path ?? entry.id].join(" ");
  return { kind: "model", key: `${parentKey}/${name}`, target, node };
}
