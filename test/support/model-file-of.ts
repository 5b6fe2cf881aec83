import type { FileMember, ModelFile } from "../../src/languages/core/model/model-file.ts";
import { appendixMetrics, appendixObjects } from "./appendix-model.ts";

/** The appendix model as a file, with the members that are given by `Object.Dimension`; their levels stand apart by dots. */
export function modelFileOf(members: Readonly<Record<string, readonly string[]>> = {}): ModelFile {
  const membersOf = (key: string): FileMember[] => (members[key] ?? []).map((path) => ({ path: path.split(".") }));
  return {
    workforceModel: 1,
    objects: appendixObjects.map(({ dataStart: _start, dataEnd: _end, ...object }) => ({
      ...object,
      dimensions: object.dimensions.map(({ levels, ...dimension }) => ({
        ...dimension,
        ...(levels && { levels: levels.map(({ id, displayName }) => ({ id, displayName })) }),
        members: membersOf(`${object.id}.${dimension.id}`),
      })),
    })),
    metrics: appendixMetrics.map(({ dataStart: _start, dataEnd: _end, ...metric }) => metric),
  };
}
