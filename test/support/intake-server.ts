import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One call as it arrived; of a body nothing is kept but what it takes to tell it from another one. */
export interface IntakeCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  bytes: number;
  /** The beginning of the body. */
  head: string;
  /** A JSON batch: its first row, the first and the last below it, and their number. */
  batch?: { readonly header: unknown; readonly first: unknown; readonly last: unknown; readonly rows: number };
  body?: unknown;
}

/** An answer in place of the usual one; `cut` ends the connection without any. */
export type OtherAnswer = { readonly status: number; readonly body: unknown } | "cut";

const keptHead = 4096;
const transaction = "/v1/data/directloads/prod/transactions";

/**
 * A plain HTTP server that answers intake literally as the specification says: sources and transfer sessions, direct intake,
 * and the upload, which it redirects. Keeps no rows.
 */
export class IntakeServer {
  readonly calls: IntakeCall[] = [];
  /** Gives another answer to a call, once its body was read. */
  instead: (call: IntakeCall) => OtherAnswer | undefined = () => undefined;
  /** Told of each piece of a body before the next one is read; reading waits for it. */
  onPiece: (call: IntakeCall) => Promise<void> | void = () => undefined;
  /** Uploads whose body was asked for with 100 Continue. */
  continued = 0;
  readonly #server: Server;
  #sessions = 0;
  #transactions = 0;

  constructor() {
    const take = (message: IncomingMessage, response: ServerResponse) => {
      this.#take(message, response).catch(() => response.destroy());
    };
    this.#server = createServer(take).on("checkContinue", take);
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The calls of one method and path. */
  callsOf(method: string, path: RegExp): IntakeCall[] {
    return this.calls.filter((call) => call.method === method && path.test(call.path));
  }

  async #take(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", headers } = message;
    const { pathname: path, searchParams: query } = new URL(message.url ?? "", "http://service");
    const call: IntakeCall = { method, path, query, headers, bytes: 0, head: "" };
    this.calls.push(call);
    if (path.startsWith("/v1/data/upload/files/")) {
      // Sent elsewhere before a byte of the body was asked for.
      response.writeHead(307, { location: path.replace("/v1/data/upload/files/", "/stored/") }).end();
      return;
    }
    if (headers.expect) {
      this.continued++;
      response.writeContinue();
    }
    await this.#read(call, message);
    const other = this.instead(call);
    if (other === "cut") {
      message.socket.destroy();
      return;
    }
    const { status, body } = other ?? { status: 200, body: this.#answer(call) };
    const isText = typeof body === "string";
    response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json" });
    response.end(isText ? body : JSON.stringify(body));
  }

  async #read(call: IntakeCall, message: IncomingMessage): Promise<void> {
    const isJson = message.headers["content-type"] === "application/json";
    const pieces: Buffer[] = [];
    for await (const piece of message as AsyncIterable<Buffer>) {
      call.bytes += piece.length;
      if (call.head.length < keptHead) {
        call.head += piece.toString().slice(0, keptHead);
      }
      if (isJson) {
        pieces.push(piece);
      }
      await this.onPiece(call);
    }
    if (isJson && call.bytes > 0) {
      const body = JSON.parse(Buffer.concat(pieces).toString());
      if (Array.isArray(body)) {
        call.batch = { header: body[0], first: body[1], last: body.at(-1), rows: body.length - 1 };
      } else {
        call.body = body;
      }
    }
  }

  #answer({ method, path, query, batch, body }: IntakeCall): unknown {
    const [, session = "", action = ""] = path.match(/^\/v1\/op\/data-transfer-sessions\/([^/]+)\/(\w+)$/) ?? [];
    const route = `${method} ${path}`;
    if (path.startsWith("/stored/")) {
      return "";
    }
    if (action === "add" || action === "upload") {
      return batchResult(session, Number(query.get("sequence")), query.get("sourceId") ?? "src-1", batch?.rows ?? 1);
    }
    if (action === "cancel") {
      return {
        message: "Session cancelled",
        transferSessionId: session,
        dataTransferResultDetails: [],
        status: "CANCELLED",
      };
    }
    switch (route) {
      case "POST /v1/admin/serviceSecureToken":
        return "token-1";
      case "GET /v1/op/data-sources":
        return { sources };
      case "POST /v1/op/data-transfer-sessions":
        return { transferSessionId: `ts-${++this.#sessions}` };
      case "POST /v1/op/jobs/receiving-jobs":
        return {
          message: "",
          transferSessionId: (body as { transferSessionId: string }).transferSessionId,
          dataTransferResultDetails: [],
          status: "COMPLETED",
          dataReceivingJobId: "job-receiving-1",
        };
      case "GET /v1/data/directloads/prod/schemas/Employee":
        return { schema: loadSchema };
      case `GET ${transaction}`:
        return { transactions: [] };
      case `POST ${transaction}`:
        return { transactionId: `dt-${++this.#transactions}` };
      default:
        return this.#otherAnswer(route);
    }
  }

  #otherAnswer(route: string): unknown {
    const [, method = "", id = "", object] = route.match(/^(\w+) .*\/transactions\/([^/]+)(?:\/(.+))?$/) ?? [];
    if (id !== "") {
      const status = { PUT: "OPEN", POST: "COMMITTED", DELETE: "ROLLED_BACK", GET: "COMMITTED" }[method];
      const job = method === "GET" ? { tenantCode: "WFF_acme", jobId: "job-processing-1" } : {};
      return { transactionId: id, status, message: object ? `${object} stored` : "", ...job };
    }
    if (route.startsWith("GET /v1/op/job-status/jobs/")) {
      const jobId = route.split("/").at(-1);
      return [
        { jobId, tenant: "WFF_acme", status: "Running", jobType: "RECEIVING", startTime: "2026-01-02T03:04:05Z" },
      ];
    }
    switch (route) {
      case "POST /v1/auth/oauth2/token":
        return { access_token: "jwt-1", refresh_token: "", id_token: "", token_type: "Bearer", expires_in: 3600 };
      case "GET /v1/auth/oauth2/userinfo":
        return { sub: "ada", name: "Ada", "service:tenant_id": "WFF_acme", "service:user_id": "u-1" };
      case "GET /v1/op/job-status/jobs":
        return { jobStatus: [] };
      default:
        return {};
    }
  }
}

const sources = [
  {
    sourceId: "src-1",
    name: "Core HR",
    columns: [
      { columnName: "EMPLOYEE_ID", dataType: "STRING", dataFormats: [], isMandatory: true, allowEmpty: false },
      { columnName: "FTE", dataType: "NUMBER", dataFormats: [], isMandatory: false, allowEmpty: true },
    ],
    isInherited: false,
    objectName: "CORE_HR",
    fileNameRegex: "^core_hr.*\\.csv$",
  },
  {
    sourceId: "src-2",
    name: "Absence",
    columns: [],
    isInherited: true,
    objectName: "ABSENCE",
    fileNameRegex: "^absence",
  },
];

const loadSchema = [
  { name: "EmployeeID", dataType: "STRING", formats: [], isMandatory: true, emptyValuesAllowed: false },
  { name: "Name", dataType: "STRING", formats: [], isMandatory: false, emptyValuesAllowed: true },
];

/** A batch that arrived, as the service says it of one source. */
export function batchResult(session: string, sequence: number, sourceId: string, rows: number, status = "SUCCESS") {
  const source = { sourceId, sourceName: "Core HR", dataSize: "58", rows: String(rows), status, message: "" };
  return {
    transferSessionId: session,
    sequence,
    status,
    message: "",
    tenants: [{ tenantCode: "WFF_acme", status, sources: [source] }],
  };
}
