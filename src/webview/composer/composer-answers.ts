import { type ComposerAsks, isComposerSnapshot } from "../../protocol/composer-view.ts";
import { isJsonObject } from "../../protocol/operation-form.ts";

/** Guards for what the extension answers. */
export const isComposerAnswer: {
  readonly [Name in keyof ComposerAsks]: (value: unknown) => value is ComposerAsks[Name]["result"];
} = {
  ready: (value): value is ComposerAsks["ready"]["result"] =>
    isJsonObject(value) && isComposerSnapshot(value["snapshot"]),
  edit: (value): value is ComposerAsks["edit"]["result"] =>
    isJsonObject(value) && typeof value["isApplied"] === "boolean",
  offers: (value): value is ComposerAsks["offers"]["result"] => hasOffers(value, ["value", "detail"]),
  complete: (value): value is ComposerAsks["complete"]["result"] =>
    hasOffers(value, ["label", "kind", "insert"]) && isJsonObject(value) && typeof value["isIncomplete"] === "boolean",
  chooseFile: (value): value is ComposerAsks["chooseFile"]["result"] =>
    isJsonObject(value) && (value["file"] === undefined || typeof value["file"] === "string"),
  // On its way as JSON nothing may have become null.
  openAsJson: (value): value is undefined => value === undefined || value === null,
};

function hasOffers(value: unknown, texts: readonly string[]): boolean {
  return (
    isJsonObject(value) &&
    Array.isArray(value["offers"]) &&
    value["offers"].every((offer) => isJsonObject(offer) && texts.every((name) => typeof offer[name] === "string"))
  );
}
