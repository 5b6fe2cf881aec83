import type { StoredDimension } from "../../../../src/service/model/tenant-model.ts";
import type { PlainMember, RebuildInput } from "./received.ts";

interface Node {
  readonly id: string;
  readonly name: string;
  displayName: string;
  parent: string | null;
}

/** A member list with the meaning of the texts in files. */
export interface RebuiltList {
  readonly members: readonly PlainMember[];
  /** Path of the member that a text means. */
  readonly pathOf: (text: string) => string;
}

/** Rebuilds a member list (semantics.md, "Processing"). */
export function rebuildList(input: RebuildInput, dimension: StoredDimension): RebuiltList {
  const baseline = input.baseline.members.get(dimension.membersOf) ?? [];
  const isTree = dimension.kind === "parentChild";
  const nameOf = (path: string) => path.split(".").at(-1) ?? "";
  const parentOf = (path: string) => path.split(".").slice(0, -1).join(".");
  const sameName = (name: string) => baseline.filter((member) => nameOf(member.path) === name);
  const nodes = new Map<string, Node>();
  const idOfPath = (path: string): string =>
    isTree && (!baseline.some((member) => member.path === path) || sameName(nameOf(path)).length === 1)
      ? nameOf(path)
      : path;
  for (const { path, displayName } of baseline) {
    const above = parentOf(path);
    nodes.set(idOfPath(path), {
      id: idOfPath(path),
      name: nameOf(path),
      displayName,
      parent: above === "" ? null : idOfPath(above),
    });
  }
  /** A text is a path, else a name that only one member of the baseline has. The parts above it are paths. */
  const identify = (text: string): string => {
    const [only, second] = sameName(text);
    const isPath = baseline.some((member) => member.path === text);
    return !isPath && only && !second ? idOfPath(only.path) : idOfPath(text);
  };
  const add = (path: string, id: string): void => {
    if (nodes.has(id)) {
      return;
    }
    const above = parentOf(path);
    if (above !== "") {
      add(above, idOfPath(above));
    }
    nodes.set(id, {
      id,
      name: nameOf(path),
      displayName: nameOf(path),
      parent: above === "" ? null : idOfPath(above),
    });
  };
  for (const file of input.files) {
    for (const row of file.rows) {
      for (const text of textsOf(input, file.schema, row, dimension.membersOf)) {
        add(text, identify(text));
      }
    }
  }
  for (const file of input.files.filter(({ schema }) => isTree && schema === dimension.membersOf)) {
    for (const row of file.rows) {
      const node = nodes.get(identify(String(row.Member)));
      if (node && file.columns.includes("Parent")) {
        node.parent = typeof row.Parent === "string" ? identify(row.Parent) : null;
      }
      if (node && file.columns.includes("Display_Name")) {
        node.displayName = typeof row.Display_Name === "string" ? row.Display_Name : node.name;
      }
    }
  }
  const members: PlainMember[] = [];
  const paths = new Map<string, string>();
  const place = (parent: string | null, prefix: string): void => {
    for (const node of nodes.values()) {
      if (node.parent === parent) {
        const path = prefix + node.name;
        paths.set(node.id, path);
        members.push({ path, displayName: node.displayName });
        place(node.id, `${path}.`);
      }
    }
  };
  place(null, "");
  return { members, pathOf: (text) => paths.get(identify(text)) ?? "" };
}

/** Texts of a row that name members of a list, in the order in which they are looked at. */
function textsOf(
  { model }: RebuildInput,
  schema: string,
  row: Readonly<Record<string, unknown>>,
  membersOf: string,
): readonly string[] {
  if (schema === membersOf) {
    return [row.Member, row.Parent].filter((text) => typeof text === "string");
  }
  const dimensions = model.objects.find(({ id }) => id === schema)?.dimensions ?? [];
  return dimensions
    .filter((dimension) => dimension.membersOf === membersOf && dimension.kind !== "range")
    .map(({ id }) => row[id])
    .filter((text) => typeof text === "string");
}
