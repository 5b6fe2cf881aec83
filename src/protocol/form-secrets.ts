import { isSecretName } from "../base/secret-name.ts";
import {
  type CallValues,
  type FormShape,
  isFileReference,
  isJsonObject,
  type Json,
  type OperationForm,
  parameterLocations,
  resolveShape,
} from "./operation-form.ts";

type Definitions = OperationForm["definitions"];

/**
 * Callback that returns the replacement of a secret or a file, or undefined to leave the value out. `name` is the
 * nearest field that contains the value.
 */
type SecretReplacer = (value: Json, kind: "secret" | "file", name: string) => Json | undefined;

/**
 * Returns a copy of form values without secrets and files, which is safe to store. The user must choose the files
 * again.
 */
export function withoutSecretsAndFiles(form: OperationForm, values: CallValues): CallValues {
  return replaceSecretsAndFiles(form, values, () => undefined);
}

/** Returns a copy of the values of a form, with every secret and every file replaced. */
export function replaceSecretsAndFiles(form: OperationForm, values: CallValues, replace: SecretReplacer): CallValues {
  const entries = parameterLocations.flatMap((location) => {
    const shape = form.places[location];
    const value = values[location];
    if (!shape || value === undefined) {
      return [];
    }
    const replaced = replaceSecretsInValue(shape, value, form.definitions, replace, location);
    return replaced === undefined ? [] : [[location, replaced] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns a copy of one form value of the given schema, with every secret and every file replaced. */
export function replaceSecretsInValue(
  given: FormShape,
  value: Json,
  definitions: Definitions,
  replace: SecretReplacer,
  name: string,
): Json | undefined {
  const shape = resolveShape(given, definitions);
  if (isFileReference(value)) {
    return replace(value, "file", name);
  }
  if (shape.kind === "text" && shape.isSecret) {
    return replace(value, "secret", name);
  }
  const inner = (item: Json, step: string, itemShape: FormShape | undefined) =>
    replaceSecretsInValue(itemShape ?? unknownShape(step), item, definitions, replace, step);
  if (Array.isArray(value)) {
    const itemShape = shape.kind === "list" ? shape.item : branchFor(shape, value, definitions);
    const one = itemShape?.kind === "list" ? itemShape.item : itemShape;
    return value.flatMap((item: Json) => inner(item, name, one ?? { kind: "json" }) ?? []);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const members = Object.entries(value).flatMap(([step, item]) => {
    const result = inner(item, step, memberShape(shape, step, definitions));
    return result === undefined ? [] : [[step, result] as const];
  });
  return Object.fromEntries(members);
}

/**
 * Returns the schema of a form value that the form does not describe. The value is a secret if its field name indicates
 * one.
 */
function unknownShape(name: string): FormShape {
  return isSecretName(name) ? { kind: "text", isSecret: true } : { kind: "json" };
}

function memberShape(shape: FormShape, name: string, definitions: Definitions): FormShape | undefined {
  switch (shape.kind) {
    case "object":
      return shape.fields.find((field) => field.name === name)?.shape;
    case "map":
      return isSecretName(name) ? unknownShape(name) : shape.item;
    case "union": {
      const found = shape.branches
        .map((branch) => memberShape(resolveShape(branch.shape, definitions), name, definitions))
        .filter((member) => member !== undefined);
      return found.find((member) => member.kind === "text" && member.isSecret) ?? found[0];
    }
    default:
      return undefined;
  }
}

function branchFor(shape: FormShape, value: readonly Json[], definitions: Definitions): FormShape | undefined {
  return shape.kind === "union" && value.length > 0
    ? shape.branches.map((branch) => resolveShape(branch.shape, definitions)).find(({ kind }) => kind === "list")
    : undefined;
}
