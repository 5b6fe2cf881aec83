import type { OperationDefinition } from "../../contract/operation.ts";
import { type Answer, type Call, HttpError } from "../call/call.ts";
import type { ServiceParts } from "./service-parts.ts";

/** Answers one operation. Throws only `HttpError` on purpose. */
type Handler<Row extends OperationDefinition> = (call: Call<Row>, parts: ServiceParts) => Promise<Answer>;

/** Handlers of all operations in an area of the contract; a missing one does not compile. */
export type Handlers<Rows extends Readonly<Record<string, OperationDefinition>>> = {
  readonly [Name in keyof Rows]: Handler<Rows[Name]>;
};

/** Handler of operations that this service does not support yet: answers 501. */
export async function answerUnsupported(): Promise<Answer> {
  throw new HttpError(501, "NOT_YET", "The embedded service does not support this operation yet.");
}
