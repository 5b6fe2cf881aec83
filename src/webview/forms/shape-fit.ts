import {
  type FormShape,
  isJsonObject,
  type Json,
  type OperationForm,
  resolveShape,
} from "../../protocol/operation-form.ts";

/** Whether a value is of the shape's kind, which is enough to choose among branches. */
export function fits(shape: FormShape, value: Json, definitions: OperationForm["definitions"]): boolean {
  switch (shape.kind) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number" && (!shape.isInteger || Number.isInteger(value));
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return shape.values.includes(value);
    case "constant":
      return shape.value === value;
    case "list":
      return (
        Array.isArray(value) &&
        (value.length === 0 || fits(resolveShape(shape.item, definitions), value[0], definitions))
      );
    case "map":
      return isJsonObject(value);
    case "object":
      return (
        isJsonObject(value) &&
        shape.fields.every(({ name, isRequired, shape: field }) => {
          const inner = value[name];
          return inner === undefined ? !isRequired : fits(resolveShape(field, definitions), inner, definitions);
        })
      );
    case "union":
      return shape.branches.some((branch) => fits(resolveShape(branch.shape, definitions), value, definitions));
    default:
      return true;
  }
}
