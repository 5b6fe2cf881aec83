import { Type } from "typebox";
import { type Client, type ClientOptions, createClient } from "../../../src/client/call/client.ts";
import { FileUploadForm } from "../../../src/contract/file-part.ts";
import { defineOperation, streamMarker } from "../../../src/contract/operation.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { secrets } from "./client-fixture.ts";
import { ManualClock } from "./manual-clock.ts";

const limit = { value: 1000, text: "1,000 bytes" };
const answers = { "application/json": Type.Object({}) };
const facts = { kind: "load", answers } as const;

/** Rows of every kind of body in bytes, with limits that a test can reach. */
const rows = {
  upload: defineOperation({
    ...facts,
    route: "PUT /upload",
    title: "Upload",
    idempotent: false,
    body: { type: "*/*", schema: streamMarker },
    transport: "redirectedUpload",
    limits: { bytes: limit },
  }),
  uploadOpen: defineOperation({
    ...facts,
    route: "PUT /open",
    title: "Upload without a credential or a limit",
    idempotent: false,
    auth: "none",
    body: { type: "*/*", schema: streamMarker },
    transport: "redirectedUpload",
  }),
  store: defineOperation({
    ...facts,
    route: "PUT /store",
    title: "Store",
    idempotent: true,
    auth: "none",
    body: { type: "application/zip", schema: streamMarker },
  }),
  sendFile: defineOperation({
    ...facts,
    route: "PUT /file",
    title: "Send a file",
    idempotent: false,
    auth: "none",
    body: { type: "multipart/form-data", schema: FileUploadForm },
    limits: { bytes: limit },
  }),
  sendRows: defineOperation({
    ...facts,
    route: "PUT /rows",
    title: "Send rows",
    idempotent: false,
    auth: "none",
    body: { type: "application/json", schema: Type.Array(Type.Array(Type.Unknown())) },
    limits: { bytes: limit, rows: { value: 3, text: "3 rows" } },
  }),
  find: defineOperation({
    ...facts,
    route: "GET /find",
    title: "Find",
    idempotent: true,
    auth: "none",
    body: { type: "application/json", schema: Type.Object({ name: Type.String() }) },
    transport: "getWithBody",
  }),
};

export type UploadRows = typeof rows;

export interface UploadWorld {
  readonly client: Client<UploadRows>;
  readonly clock: ManualClock;
}

/** Runs a test with a client of made-up rows that speaks to the address, and disposes of it. */
export async function withUploadClient(
  baseUrl: string,
  test: (world: UploadWorld) => Promise<void>,
  options: Partial<ClientOptions<UploadRows>> = {},
): Promise<void> {
  const clock = new ManualClock();
  const { apiKey, username, password } = secrets;
  const client = createClient({
    contract: rows,
    connection: { baseUrl, apiKey, credentials: async () => ({ username, password }) },
    gate: async () => "allowed",
    clock,
    random: () => 0.5,
    logger: silentLogger,
    ...options,
  });
  try {
    await test({ client, clock });
  } finally {
    client.dispose();
  }
}
