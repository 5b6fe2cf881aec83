import * as vscode from "vscode";
import { askChoice, askText, back, type StepPosition } from "../../host/step-input.ts";
import { type IntakeDraft, type IntakeField, type IntakeKind, intakeFieldsOf } from "./intake-kind-model.ts";
import type { IntakeLists } from "./intake-lists.ts";
import {
  afterStep,
  commitStep,
  filenameStep,
  kindStep,
  objectNameStep,
  sourceStep,
  tenantCodeStep,
  transactionStep,
} from "./intake-steps.ts";

/** Asks for the details that the chosen kind of intake needs, step by step. Throws CancelledError on Escape. */
export async function askIntake(
  title: string,
  filename: string,
  kinds: readonly IntakeKind[],
  lists: IntakeLists,
): Promise<IntakeDraft> {
  let draft: IntakeDraft = {
    kind: kinds[0] ?? "upload",
    source: "",
    tenantCode: "",
    after: "receive",
    transaction: "",
    objectName: "",
    commit: "commit",
    filename,
  };
  let index = 0;
  for (let fields = intakeFieldsOf(draft.kind, kinds); index < fields.length; ) {
    const field = fields[index] ?? "kind";
    const answer = await ask(field, draft, { title, step: index + 1, totalSteps: fields.length }, { kinds, lists });
    if (answer === back) {
      index--;
    } else {
      draft = { ...draft, [field]: answer };
      index++;
    }
    fields = intakeFieldsOf(draft.kind, kinds);
  }
  return draft;
}

async function ask(
  field: IntakeField,
  draft: IntakeDraft,
  position: StepPosition,
  { kinds, lists }: { readonly kinds: readonly IntakeKind[]; readonly lists: IntakeLists },
): Promise<string | typeof back> {
  switch (field) {
    case "kind":
      return await askChoice(position, kindStep(kinds));
    case "source": {
      const step = sourceStep(await lists.sources(), draft.kind !== "rows");
      if (step.choices.length === 0) {
        throw new Error(
          vscode.l10n.t("The tenant has no source that takes data. Define one first, or choose another tenant."),
        );
      }
      return await askChoice(position, step);
    }
    case "tenantCode":
      return await askText(position, tenantCodeStep(draft.tenantCode));
    case "after":
      return await askChoice(position, afterStep());
    case "objectName":
      return await askText(position, objectNameStep(draft.objectName));
    case "transaction":
      return await askChoice(position, transactionStep(await lists.openTransactions()));
    case "commit":
      return await askChoice(position, commitStep());
    case "filename":
      return await askText(position, filenameStep(draft.filename));
  }
}
