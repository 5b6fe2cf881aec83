import { isRecord } from "../../base/guards.ts";
import type { JobPath, ShownProblem } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";

/** A place of the page that problems of a path, and of what lies below, are said at. */
export interface ProblemAnchor {
  readonly path: JobPath;
  showProblems(problems: readonly ShownProblem[]): void;
}

/** A part of the page that shows one value of the job. */
export interface JobField {
  readonly element: HTMLElement;
  /** Shows the value that stands at the path now; one that is being typed over is left as it is. */
  show(value: Json | undefined, path: JobPath): void;
  /** The places of this part, itself among them. */
  places(): readonly ProblemAnchor[];
  /** Sends what was typed and not sent yet. */
  flush(): void;
  focus(): void;
  dispose?(): void;
}

/** A value below another; nothing where there is none. */
export function childOf(value: Json | undefined, ...path: JobPath): Json | undefined {
  let found = value;
  for (const step of path) {
    found = isContainer(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

function isContainer(value: Json | undefined): value is { readonly [name: string | number]: Json } {
  return isRecord(value);
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
