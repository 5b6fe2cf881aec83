import { type TSchema, Type } from "typebox";
import { contract } from "../../../src/contract/contract.ts";
import { FileUploadForm } from "../../../src/contract/file-part.ts";
import { defineOperation, type OperationDefinition } from "../../../src/contract/operation.ts";
import { formOf } from "../../../src/features/operations/form-model.ts";
import type { OperationForm } from "../../../src/protocol/operation-form.ts";

const rows: Readonly<Record<string, OperationDefinition>> = contract;

/** The form of an operation of the contract. */
export function contractForm(name: keyof typeof contract): OperationForm {
  const row = rows[name];
  if (!row) {
    throw new Error(`The contract has no "${name}".`);
  }
  return formOf(name, row);
}

/** A form with every kind of field that a row can have. */
export function everyField(): OperationForm {
  const tree = Type.Cyclic(
    { Tree: Type.Object({ name: Type.String(), children: Type.Optional(Type.Array(Type.Ref("Tree"))) }) },
    "Tree",
  );
  return formFor(
    Type.Object({
      title: Type.String({ minLength: 2, maxLength: 10, description: "What it is called" }),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 180, default: 7 })),
      share: Type.Optional(Type.Number()),
      isActive: Type.Optional(Type.Boolean()),
      mode: Type.Optional(Type.Union([Type.Literal("full"), Type.Literal("delta")])),
      day: Type.Optional(Type.String({ format: "date" })),
      password: Type.Optional(Type.String()),
      version: Type.Literal("2"),
      names: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
      labels: Type.Optional(Type.Record(Type.String(), Type.Integer())),
      owner: Type.Optional(Type.Object({ first: Type.String(), last: Type.Optional(Type.String()) })),
      value: Type.Optional(Type.Union([Type.Object({ amount: Type.Number() }), Type.Array(Type.String())])),
      tree: Type.Optional(tree),
      anything: Type.Optional(Type.Unknown()),
      note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  );
}

export function uploadForm(): OperationForm {
  const row = defineOperation({
    route: "POST /v1/things/{id}/file",
    title: "Upload a file",
    kind: "load",
    idempotent: false,
    path: { id: Type.String() },
    body: { type: "multipart/form-data", schema: FileUploadForm },
    answers: { "application/json": Type.Null() },
  });
  return formOf("uploadThing", row);
}

function formFor(schema: TSchema): OperationForm {
  const row = defineOperation({
    route: "POST /v1/things",
    title: "Make a thing",
    kind: "define",
    idempotent: false,
    assumed: ["route"],
    body: { type: "application/json", schema },
    answers: { "application/json": Type.Null() },
  });
  return formOf("makeThing", row);
}
