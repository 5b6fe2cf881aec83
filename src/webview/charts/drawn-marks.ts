import type { View } from "vega";

/** Contents of a tooltip: texts by label. */
export type TooltipRows = Readonly<Record<string, unknown>>;

/** A drawn mark with its tooltip. The position is the mark's centre, in pixels within the drawing. */
export interface DrawnMark {
  readonly x: number;
  readonly y: number;
  readonly rows: TooltipRows;
}

/** Part of Vega's scene graph: marks have items, and items of groups have marks. */
interface SceneNode {
  readonly marktype?: string;
  readonly role?: string;
  readonly items?: readonly SceneNode[];
  readonly x?: number;
  readonly y?: number;
  readonly bounds?: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
  readonly tooltip?: unknown;
}

/** Returns the marks of a chart that have a tooltip, from left to right. Marks with the same tooltip are merged. */
export function findDrawnMarks(view: View): DrawnMark[] {
  const [left = 0, top = 0] = view.origin();
  const found = new Map<string, DrawnMark>();
  const visit = (mark: SceneNode, x: number, y: number): void => {
    for (const item of mark.items ?? []) {
      if (mark.marktype === "group") {
        for (const inner of item.items ?? []) {
          visit(inner, x + (item.x ?? 0), y + (item.y ?? 0));
        }
      } else if (mark.role === "mark" && item.bounds && typeof item.tooltip === "object" && item.tooltip !== null) {
        const { x1, x2, y1, y2 } = item.bounds;
        const isLine = mark.marktype === "line";
        found.set(JSON.stringify(item.tooltip), {
          x: x + (isLine ? (item.x ?? 0) : (x1 + x2) / 2),
          y: y + (isLine ? (item.y ?? 0) : (y1 + y2) / 2),
          rows: item.tooltip as TooltipRows,
        });
      }
    }
  };
  visit((view.scenegraph() as unknown as { readonly root: SceneNode }).root, left, top);
  return [...found.values()].toSorted((one, other) => one.x - other.x || one.y - other.y);
}
