import type { Channel } from "../../protocol/channel.ts";
import { fillText } from "../../protocol/fill-text.ts";
import { isFileReference, isJsonObject } from "../../protocol/operation-form.ts";
import type { OperationsStrings } from "../../protocol/operations-strings.ts";
import {
  type EventsToOperationsView,
  isCallTargetLabels,
  isCallValues,
  isPastCall,
  type RequestsFromOperationsView,
} from "../../protocol/operations-view.ts";

type NoMessages = Record<never, never>;

type OperationsChannel = Channel<RequestsFromOperationsView, NoMessages, NoMessages, EventsToOperationsView>;

/**
 * Sends requests of the operations page to the extension and checks the responses. Throws an Error if a response is
 * malformed.
 */
export class OperationsHost {
  readonly #channel: OperationsChannel;
  readonly #strings: OperationsStrings;

  constructor(channel: OperationsChannel, strings: OperationsStrings) {
    this.#channel = channel;
    this.#strings = strings;
  }

  async request<Name extends keyof RequestsFromOperationsView & string>(
    name: Name,
    params: RequestsFromOperationsView[Name]["params"],
    signal?: AbortSignal,
  ): Promise<RequestsFromOperationsView[Name]["result"]> {
    const answer: unknown = await this.#channel.request(name, params, signal);
    const isAnswer: (value: unknown) => value is RequestsFromOperationsView[Name]["result"] =
      operationsAnswerGuards[name];
    if (!isAnswer(answer)) {
      throw new Error(fillText(this.#strings.malformedAnswer, name));
    }
    return answer;
  }
}

/** Type guards for the extension's responses. */
const operationsAnswerGuards: {
  readonly [Name in keyof RequestsFromOperationsView]: (
    value: unknown,
  ) => value is RequestsFromOperationsView[Name]["result"];
} = {
  ready: (value): value is RequestsFromOperationsView["ready"]["result"] =>
    isJsonObject(value) &&
    isForm(value["form"]) &&
    isCallTargetLabels(value["target"]) &&
    isCallValues(value["values"]) &&
    typeof value["notice"] === "string" &&
    typeof value["unavailable"] === "string" &&
    Array.isArray(value["history"]) &&
    value["history"].every(isPastCall),
  send: (value): value is RequestsFromOperationsView["send"]["result"] => isOutcome(value),
  chooseFile: (value): value is RequestsFromOperationsView["chooseFile"]["result"] =>
    isJsonObject(value) && (value["file"] === undefined || isFileReference(value["file"])),
  saveAnswer: (value): value is RequestsFromOperationsView["saveAnswer"]["result"] =>
    isJsonObject(value) && typeof value["isWritten"] === "boolean",
  copyAnswer: isAbsent,
  openAnswer: isAbsent,
  copyCurl: isAbsent,
  openDocument: isAbsent,
  pastValues: (value): value is RequestsFromOperationsView["pastValues"]["result"] =>
    isJsonObject(value) && isCallValues(value["values"]),
  clearHistory: isAbsent,
};

function isForm(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    ["operation", "title", "group", "kind", "method", "path"].every((name) => typeof value[name] === "string") &&
    isJsonObject(value["places"]) &&
    isJsonObject(value["definitions"]) &&
    Array.isArray(value["answers"]) &&
    value["answers"].every((answer) => isJsonObject(answer) && typeof answer["contentType"] === "string")
  );
}

function isOutcome(value: unknown): boolean {
  if (!isJsonObject(value)) {
    return false;
  }
  const metadata = value["metadata"];
  const hasMetadata =
    isJsonObject(metadata) && typeof metadata["bytes"] === "number" && isJsonObject(metadata["headers"]);
  switch (value["kind"]) {
    case "shown":
      return hasMetadata && typeof value["text"] === "string";
    case "saved":
      return hasMetadata && typeof value["name"] === "string";
    case "opened":
      return hasMetadata;
    case "failed":
      return typeof value["message"] === "string";
    default:
      return value["kind"] === "cancelled";
  }
}

/** Accepts null, too, because JSON may turn undefined into null. */
function isAbsent(value: unknown): value is undefined {
  return value === undefined || value === null;
}
