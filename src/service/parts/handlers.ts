import type { OperationDefinition } from "../../contract/operation.ts";
import { type Answer, type Call, HttpError } from "../call/call.ts";
import type { ServiceParts } from "./service-parts.ts";

/** Answers one operation; throws `HttpError` and nothing else. */
type Handler<Row extends OperationDefinition> = (call: Call<Row>, parts: ServiceParts) => Promise<Answer>;

/** One handler for each row of an area; leaving one out does not compile. */
export type Handlers<Rows extends Readonly<Record<string, OperationDefinition>>> = {
  readonly [Name in keyof Rows]: Handler<Rows[Name]>;
};

/** Stands for an operation that this service does not have yet: answers 501 and says so. */
export async function notYet(): Promise<Answer> {
  throw new HttpError(501, "NOT_YET", "The embedded service does not answer this operation yet.");
}
