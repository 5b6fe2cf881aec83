import { fillText } from "../../protocol/fill-text.ts";
import type { ViewGraphStrings } from "../../protocol/view-graph-strings.ts";
import type { GraphNode } from "../../protocol/view-graph-view.ts";
import { element, icon } from "../element.ts";
import { computeLayeredLayout, type PlacedNode } from "./layered-layout.ts";

/** Sizes in pixels; the style sheet has the same size of a node. */
const [nodeWidth, nodeHeight, columnWidth, rowHeight, margin] = [200, 26, 280, 36, 8];

const kindIcons: Readonly<Record<GraphNode["kind"], string>> = {
  table: "table",
  view: "eye",
  disabledView: "eye-closed",
  missing: "error",
};

/**
 * Creates the graph of tables and views, from left to right. It is one tab stop; arrow keys move between nodes, and
 * Enter or a click opens a node.
 */
export function createViewGraph(
  nodes: readonly GraphNode[],
  strings: ViewGraphStrings,
  open: (id: string) => void,
): HTMLElement {
  const placed = computeLayeredLayout(
    nodes.map(({ id, upstream }) => ({ id, upstream: upstream.map((edge) => edge.id) })),
  );
  const places = new Map(placed.map((place) => [place.id, place]));
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const readers = new Map<string, string[]>();
  for (const { id, upstream } of nodes) {
    for (const edge of upstream) {
      readers.set(edge.id, [...(readers.get(edge.id) ?? []), id]);
    }
  }
  const buttons = new Map<string, HTMLButtonElement>();
  for (const node of nodes) {
    const place = places.get(node.id);
    if (place) {
      const label = labelOf(node, readers.get(node.id) ?? [], names, strings);
      const button = nodeButton(node, place, label);
      button.addEventListener("click", () => node.kind !== "missing" && open(node.id));
      buttons.set(node.id, button);
    }
  }
  const list = element("ul", { "aria-label": strings.graph });
  // In reading order, which is also the order of a screen reader.
  for (const { id } of placed) {
    const button = buttons.get(id);
    if (button) {
      list.append(element("li", {}, button));
    }
  }
  const width = 2 * margin + Math.max(0, ...placed.map(({ layer }) => layer)) * columnWidth + nodeWidth;
  const height = 2 * margin + Math.max(0, ...placed.map(({ row }) => row)) * rowHeight + nodeHeight;
  const canvas = element("div", { class: "canvas" }, edgesOf(nodes, places, width, height), list);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  moveByKeys(list, placed, nodes, buttons);
  return element("div", { class: "graph" }, canvas);
}

function nodeButton(node: GraphNode, place: PlacedNode, label: string): HTMLButtonElement {
  const button = element(
    "button",
    {
      type: "button",
      class: "node",
      "data-kind": node.kind,
      "data-id": node.id,
      tabindex: place.layer === 0 && place.row === 0 ? 0 : -1,
      "aria-label": label,
      "aria-disabled": node.kind === "missing" ? "true" : undefined,
      title: label,
    },
    icon(kindIcons[node.kind]),
    element("span", { class: "node-name" }, node.name),
    ...(node.warnings.length > 0 ? [icon("warning")] : []),
  );
  button.style.left = `${margin + place.layer * columnWidth}px`;
  button.style.top = `${margin + place.row * rowHeight}px`;
  return button;
}

function labelOf(
  { name, kind, upstream, warnings }: GraphNode,
  readers: readonly string[],
  names: ReadonlyMap<string, string>,
  strings: ViewGraphStrings,
): string {
  const listed = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(", ");
  return [
    fillText(strings.nodeName, name, strings[kind]),
    ...(upstream.length > 0 ? [fillText(strings.reads, listed(upstream.map(({ id }) => id)))] : []),
    ...(readers.length > 0 ? [fillText(strings.readBy, listed(readers))] : []),
    ...(warnings.length > 0 ? [fillText(strings.warnings, warnings.join(" "))] : []),
  ].join("; ");
}

function edgesOf(
  nodes: readonly GraphNode[],
  places: ReadonlyMap<string, PlacedNode>,
  width: number,
  height: number,
): SVGElement {
  const svg = svgElement("svg", { width, height, "aria-hidden": "true" });
  for (const { id, upstream } of nodes) {
    const to = places.get(id);
    for (const edge of upstream) {
      const from = places.get(edge.id);
      if (from && to) {
        svg.append(svgElement("path", { d: curve(from, to), class: from.layer < to.layer ? "edge" : "edge is-back" }));
      }
    }
  }
  return svg;
}

/** Returns the SVG path of a curve from the right side of a node to the left side of another. */
function curve(from: PlacedNode, to: PlacedNode): string {
  const [startX, endX] = [margin + from.layer * columnWidth + nodeWidth, margin + to.layer * columnWidth];
  const [startY, endY] = [from, to].map(({ row }) => margin + row * rowHeight + nodeHeight / 2);
  const bend = Math.max(30, (endX - startX) / 2);
  return `M${startX} ${startY}C${startX + bend} ${startY} ${endX - bend} ${endY} ${endX} ${endY}`;
}

function svgElement(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  return made;
}

/**
 * Handles the arrow keys, Home and End. Up and down move within a layer, left to a table that the node reads, right to
 * a view that reads the node.
 */
function moveByKeys(
  list: HTMLElement,
  placed: readonly PlacedNode[],
  nodes: readonly GraphNode[],
  buttons: ReadonlyMap<string, HTMLButtonElement>,
): void {
  const places = new Map(placed.map((place) => [place.id, place]));
  const nearest = (candidates: readonly PlacedNode[], row: number) =>
    candidates.toSorted((one, other) => Math.abs(one.row - row) - Math.abs(other.row - row))[0];
  const upstreamOf = (id: string) =>
    (nodes.find((node) => node.id === id)?.upstream ?? []).flatMap((edge) => places.get(edge.id) ?? []);
  const downstreamOf = (id: string) =>
    nodes.flatMap((node) => (node.upstream.some((edge) => edge.id === id) ? (places.get(node.id) ?? []) : []));
  const target = (key: string, at: PlacedNode): PlacedNode | undefined => {
    const layer = placed.filter((other) => other.layer === at.layer);
    switch (key) {
      case "ArrowUp":
        return layer.filter(({ row }) => row < at.row).at(-1);
      case "ArrowDown":
        return layer.find(({ row }) => row > at.row);
      case "ArrowLeft":
        return nearest(upstreamOf(at.id), at.row);
      case "ArrowRight":
        return nearest(downstreamOf(at.id), at.row);
      case "Home":
        return placed[0];
      case "End":
        return placed.at(-1);
      default:
        return undefined;
    }
  };
  list.addEventListener("keydown", (event) => {
    const id = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(".node")?.dataset["id"] : "";
    const at = places.get(id ?? "");
    const to = at && target(event.key, at);
    if (to) {
      event.preventDefault();
      buttons.get(to.id)?.focus();
    }
  });
  list.addEventListener("focusin", (event) => {
    for (const button of buttons.values()) {
      button.tabIndex = button === event.target ? 0 : -1;
    }
  });
}
