import type { ComposerSnapshot, JobPath, ShownProblem } from "../../protocol/composer-view.ts";
import { isJsonObject, type Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import { createActionCardKind } from "./action-kinds.ts";
import { CardList } from "./card-list.ts";
import { CheckboxField } from "./choice-field.ts";
import { ProblemList } from "./field-frame.ts";
import { type FieldAtPath, FieldGroup, type ProblemAnchor } from "./job-field.ts";
import { ListField } from "./list-field.ts";
import type { PageContext } from "./page-context.ts";
import { NameTextPairsField } from "./pairs-field.ts";
import { createDownloadCardKind, createInputCardKind, createPreconditionCardKind } from "./section-fields.ts";
import { TextField } from "./text-field.ts";

type SectionName = "transaction" | "uploads" | "inputs" | "tenants" | "preconditions" | "actions" | "downloads";

/** Form for all parts of a job. */
export class ComposerForm {
  readonly element: HTMLElement;
  readonly #fields: FieldGroup;
  /** Problems that belong to no field. */
  readonly #others: ProblemList;

  constructor(context: PageContext) {
    this.#others = new ProblemList(context, context.nextId());
    const sections = sectionFields(context);
    this.#fields = new FieldGroup(sections.flatMap(([, fields]) => fields));
    this.element = element("div", { class: "form" }, this.#others.element);
    for (const [name, fields] of sections) {
      const { strings } = context;
      const id = context.nextId();
      const heading = element("h2", { id }, strings[name]);
      const note = element("p", { class: "field-note" }, strings[`${name}Note`]);
      const content = fields.map(([, field]) => field.element);
      const className = content.length === 1 ? "section is-single" : "section";
      this.element.append(element("section", { class: className, "aria-labelledby": id }, heading, note, ...content));
    }
  }

  show({ job, problems }: ComposerSnapshot & { readonly job: Json }): void {
    this.#fields.show(job, []);
    this.#showProblems(problems);
  }

  flush(): void {
    this.#fields.flush();
  }

  #showProblems(problems: readonly ShownProblem[]): void {
    const anchors = this.#fields.anchors();
    const byAnchor = new Map<ProblemAnchor, ShownProblem[]>(anchors.map((anchor) => [anchor, []]));
    const others: ShownProblem[] = [];
    for (const problem of problems) {
      const anchor = nearestAnchor(problem.path, anchors);
      (anchor ? byAnchor.get(anchor) : others)?.push(problem);
    }
    for (const [anchor, anchored] of byAnchor) {
      anchor.showProblems(anchored);
    }
    this.#others.show(others.map(({ severity, message }) => ({ severity, message })));
  }
}

function sectionFields(context: PageContext): readonly (readonly [SectionName, readonly FieldAtPath[]])[] {
  const { strings } = context;
  const tables = { label: strings.tablesToModify, note: strings.tablesToModifyNote, item: strings.table } as const;
  const expiry = { label: strings.expireAfterSeconds, note: strings.expireAfterSecondsNote, isInteger: true };
  const uploads = { label: strings.uploads, item: strings.upload, file: "upload" } as const;
  return [
    [
      "transaction",
      [
        [["transaction", "tablesToModify"], new ListField(context, { ...tables, of: "tables" })],
        [["transaction", "expireAfterSeconds"], new TextField(context, expiry)],
        [["job", "keepTransactionOpenOnError"], new CheckboxField(context, strings.keepTransactionOpenOnError)],
      ],
    ],
    [
      "uploads",
      [
        [
          ["uploads"],
          new NameTextPairsField(context, { ...uploads, keyLabel: strings.localFile, valueLabel: strings.uploadedAs }),
        ],
      ],
    ],
    ["inputs", [[["job", "inputs"], new CardList(context, strings.inputs, createInputCardKind(context))]]],
    [
      "tenants",
      [[["job", "tenants"], new ListField(context, { label: strings.tenants, item: strings.tenant, of: "tenants" })]],
    ],
    [
      "preconditions",
      [[["job", "preconditions"], new CardList(context, strings.preconditions, createPreconditionCardKind(context))]],
    ],
    ["actions", [[["job", "actions"], new CardList(context, strings.actions, createActionCardKind(context))]]],
    ["downloads", [[["downloads"], new CardList(context, strings.downloads, createDownloadCardKind(context))]]],
  ];
}

/** Whether the content of a job file can be shown as a form. */
export function isShowable(snapshot: ComposerSnapshot): snapshot is ComposerSnapshot & { readonly job: Json } {
  return isJsonObject(snapshot.job);
}

/** Returns the anchor whose path is the longest prefix of the given path, or undefined. */
function nearestAnchor<Anchor extends { readonly path: JobPath }>(
  path: JobPath,
  anchors: readonly Anchor[],
): Anchor | undefined {
  let nearest: Anchor | undefined;
  for (const anchor of anchors) {
    const { length } = anchor.path;
    const holds = length > 0 && length <= path.length && anchor.path.every((step, index) => step === path[index]);
    if (holds && length > (nearest?.path.length ?? 0)) {
      nearest = anchor;
    }
  }
  return nearest;
}
