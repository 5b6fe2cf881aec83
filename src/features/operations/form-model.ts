import type { TProperties } from "typebox";
import { jsonFormType, type OperationDefinition, splitRoute, streamMarker } from "../../contract/operation.ts";
import type {
  AnswerChoice,
  AnswerDelivery,
  FormShape,
  OperationForm,
  ParameterLocation,
} from "../../protocol/operation-form.ts";
import { groupOf } from "./operation-list-model.ts";
import { type Definitions, type Schema, shapeOf } from "./shape-model.ts";

/** Creates the form of an API operation from its entry in the API contract. */
export function formOf(operation: string, row: OperationDefinition): OperationForm {
  const { method, path } = splitRoute(row.route);
  const definitions: Definitions = new Map();
  const places = (["path", "query", "headers"] as const).flatMap((place): [ParameterLocation, FormShape][] => {
    const properties = row[place];
    return properties && Object.keys(properties).length > 0 ? [[place, parametersShape(properties, definitions)]] : [];
  });
  const { body } = row;
  if (body) {
    places.push([
      "body",
      body.schema === streamMarker ? { kind: "file" } : shapeOf(asSchema(body.schema), "body", definitions),
    ]);
  }
  return {
    operation,
    title: row.title,
    group: groupOf(operation),
    kind: row.kind,
    method,
    path,
    isPathAssumed: row.assumed?.includes("route") ?? false,
    places: Object.fromEntries(places),
    ...(body && { bodyType: body.type }),
    ...(body?.type === "application/json" &&
      body.formField !== undefined && { jsonForm: { type: jsonFormType, field: body.formField } }),
    definitions: Object.fromEntries(definitions),
    answers: Object.entries(row.answers).map(([contentType, answer]) =>
      answerChoice(contentType, answer === streamMarker),
    ),
  };
}

function parametersShape(properties: TProperties, definitions: Definitions): FormShape {
  const required = Object.keys(properties).filter((name) => !("~optional" in (properties[name] ?? {})));
  return shapeOf(asSchema({ type: "object", properties, required }), "", definitions);
}

function answerChoice(contentType: string, isStream: boolean): AnswerChoice {
  return { contentType, deliveries: isStream ? streamDeliveries(contentType) : ["show"] };
}

/**
 * Returns the possible deliveries of a streamed response. JSON Lines and CSV can be opened as results, text can be
 * shown on the page, and bytes are saved to a file.
 */
function streamDeliveries(contentType: string): AnswerDelivery[] {
  if (contentType === "application/jsonlines") {
    return ["results", "file", "show"];
  }
  if (contentType === "text/csv") {
    return ["file", "show", "results"];
  }
  return contentType.startsWith("text/") || contentType === "application/json" ? ["file", "show"] : ["file"];
}

function asSchema(schema: object): Schema {
  return schema as Schema;
}
