import * as vscode from "vscode";
import type { Client } from "../../client/call/client.ts";
import { withProgress } from "../../host/progress.ts";
import { askChoice, askText, backStep, type StepPosition } from "../../host/step-input.ts";
import {
  type IntakeDraft,
  type IntakeField,
  type IntakeKind,
  intakeFieldsOf,
  objectsOfSources,
  type PickableObject,
  type PickableSource,
  sortSourcesByMatch,
} from "./intake-kind-model.ts";
import {
  afterTransferStep,
  commitStep,
  filenameStep,
  kindStep,
  loadStep,
  type OpenTransaction,
  objectNameStep,
  objectStep,
  otherObject,
  sourceStep,
  tenantCodeStep,
  transactionStep,
} from "./intake-steps.ts";

/**
 * Asks the user step by step for the details that the chosen kind of transmission needs. Throws CancelledError on
 * Escape.
 */
export async function askIntake(
  title: string,
  filename: string,
  kinds: readonly IntakeKind[],
  lists: IntakeChoiceCache,
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
    load: "wait",
  };
  let index = 0;
  for (let fields = intakeFieldsOf(draft.kind, kinds, lists.unavailable); index < fields.length; ) {
    const field = fields[index] ?? "kind";
    const answer = await ask(field, draft, { title, step: index + 1, totalSteps: fields.length }, { kinds, lists });
    if (answer === backStep) {
      index--;
    } else {
      draft = { ...draft, [field]: answer };
      index++;
    }
    fields = intakeFieldsOf(draft.kind, kinds, lists.unavailable);
  }
  return draft;
}

async function ask(
  field: IntakeField,
  draft: IntakeDraft,
  position: StepPosition,
  { kinds, lists }: { readonly kinds: readonly IntakeKind[]; readonly lists: IntakeChoiceCache },
): Promise<string | typeof backStep> {
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
      return await askChoice(position, afterTransferStep());
    case "objectName":
      return await askObject(position, draft, await lists.objects());
    case "transaction":
      return await askChoice(position, transactionStep(await lists.openTransactions()));
    case "commit":
      return await askChoice(position, commitStep());
    case "filename":
      return await askText(position, filenameStep(draft.filename));
    case "load":
      return await askChoice(position, loadStep());
  }
}

/** Asks for one of the listed objects, or for the name of another one. */
async function askObject(
  position: StepPosition,
  draft: IntakeDraft,
  objects: readonly PickableObject[],
): Promise<string | typeof backStep> {
  if (objects.length === 0) {
    return await askText(position, objectNameStep(draft.objectName));
  }
  for (;;) {
    const picked = await askChoice(position, objectStep(objects));
    const answer = picked === otherObject ? await askText(position, objectNameStep(draft.objectName)) : picked;
    if (picked !== otherObject || answer !== backStep) {
      return answer;
    }
  }
}

/** Cache of lists from the service that the user chooses from, such as sources. Each list is requested once. */
export class IntakeChoiceCache {
  readonly #client: Pick<Client, "listSources" | "listOpenTransactions">;
  readonly #filename: string;
  /** Operations that the service does not support. */
  readonly unavailable: ReadonlySet<string>;
  #sources: Promise<readonly PickableSource[]> | undefined;
  #transactions: Promise<readonly OpenTransaction[]> | undefined;

  constructor(
    client: Pick<Client, "listSources" | "listOpenTransactions">,
    filename: string,
    unavailable: ReadonlySet<string>,
  ) {
    this.#client = client;
    this.#filename = filename;
    this.unavailable = unavailable;
  }

  sources(): Promise<readonly PickableSource[]> {
    this.#sources ??= withProgress("notification", vscode.l10n.t("Reading the sources"), async (signal) => {
      const { sources = [] } = await this.#client.listSources({}, { signal });
      const all = sources.map(({ sourceId = "", name = "", objectName = "", columns = [], fileNameRegex = "" }) => {
        return { id: sourceId, name, objectName, columnCount: columns.length, fileNameRegex };
      });
      return sortSourcesByMatch(all, this.#filename);
    });
    return this.#sources;
  }

  /** Returns the objects that take files, those first that fit the name of the file. Empty if the service lists none. */
  async objects(): Promise<readonly PickableObject[]> {
    return this.unavailable.has("listSources") ? [] : objectsOfSources(await this.sources(), this.#filename);
  }

  openTransactions(): Promise<readonly OpenTransaction[]> {
    this.#transactions ??= withProgress("notification", vscode.l10n.t("Reading the transactions"), async (signal) => {
      const path = { draftId: "prod" } as const;
      const { transactions = [] } = await this.#client.listOpenTransactions({ path }, { signal });
      return transactions.map(({ transactionId = "", created = "" }) => ({ id: transactionId, created }));
    });
    return this.#transactions;
  }
}
