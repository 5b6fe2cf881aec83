import type { Clock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";
import type { Logger } from "../base/logger.ts";
import { authentication } from "../contract/authentication.ts";
import { cookieNames, type DeploymentProfile } from "../contract/deployment-profile.ts";
import type { OperationDefinition } from "../contract/operation.ts";
import { discard, readAnswer } from "./answer.ts";
import { checkArguments } from "./check-arguments.ts";
import { type Connection, checkedBaseUrl, type PasswordCredentials, type RoleGate } from "./connection.ts";
import { DeniedError, InvalidArgumentsError, MalformedError } from "./errors.ts";
import type { AnyArguments, CallOptions } from "./method.ts";
import { buildRequest, type HttpRequest, headerValue } from "./request.ts";
import { type RetryPolicy, retryDelayMs } from "./retry.ts";
import { type AsidToken, SignIn } from "./sign-in.ts";
import { type HttpAnswer, Transport, type TransportLimits } from "./transport.ts";

interface SenderParts {
  readonly connection: Connection;
  readonly gate: RoleGate;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly limits: TransportLimits;
  readonly retry: RetryPolicy;
}

/** One call with everything that an attempt needs. */
interface PreparedCall {
  readonly operation: string;
  readonly row: OperationDefinition;
  readonly request: HttpRequest;
  readonly accept: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
}

/** The way of every call: check, gate, sign-in, request, answer, retry. */
export class Sender implements Disposable {
  readonly #parts: SenderParts;
  readonly #baseUrl: string;
  readonly #profile: DeploymentProfile;
  readonly #transport: Transport;
  readonly #signIn: SignIn;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#baseUrl = checkedBaseUrl(parts.connection.baseUrl);
    this.#profile = parts.connection.profile ?? {};
    this.#transport = new Transport(parts.clock, parts.limits);
    this.#signIn = new SignIn(
      parts.clock,
      () => parts.connection.credentials(),
      (credentials) => this.#requestToken(credentials),
    );
  }

  /** Throws ApiError or the signal's reason, nothing else. */
  async send(operation: string, row: OperationDefinition, args: AnyArguments, options: CallOptions): Promise<unknown> {
    const { signal } = options;
    signal?.throwIfAborted();
    checkArguments(operation, row, args);
    const call = this.#prepare(operation, row, args, options);
    await this.#askGate(operation, row, signal);
    return await this.#attempts(call);
  }

  dispose(): void {
    this.#transport.dispose();
  }

  #prepare(operation: string, row: OperationDefinition, args: AnyArguments, options: CallOptions): PreparedCall {
    const accept = options.accept ?? Object.keys(row.answers)[0] ?? "application/json";
    if (!Object.hasOwn(row.answers, accept)) {
      throw new InvalidArgumentsError(operation, "accept", `must be one of ${Object.keys(row.answers).join(", ")}`);
    }
    const { connection } = this.#parts;
    const request = buildRequest(operation, row, args, {
      baseUrl: this.#baseUrl,
      profile: this.#profile,
      apiKey: connection.apiKey,
      tenant: options.tenant === null ? undefined : (options.tenant ?? connection.tenant),
      project: options.project === null ? undefined : (options.project ?? connection.project),
      accept,
    });
    return { operation, row, request, accept, signal: options.signal, timeoutMs: options.timeoutMs };
  }

  async #askGate(operation: string, row: OperationDefinition, signal: AbortSignal | undefined): Promise<void> {
    let decision: "allowed" | "denied";
    try {
      decision = await this.#parts.gate(row.kind, operation);
    } catch (error) {
      signal?.throwIfAborted();
      throw new DeniedError(operation, { cause: error });
    }
    signal?.throwIfAborted();
    if (decision !== "allowed") {
      throw new DeniedError(operation);
    }
  }

  async #attempts(call: PreparedCall): Promise<unknown> {
    const { clock, random, logger, retry } = this.#parts;
    const mayRepeat = call.row.idempotent && isRepeatable(call.request);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(call);
      } catch (error) {
        const delayMs = mayRepeat ? retryDelayMs(retry, attempt, error, random) : undefined;
        if (delayMs === undefined) {
          throw error;
        }
        logger.warn(`${call.operation}: attempt ${attempt} failed, the next follows in ${delayMs} ms.`);
        await clock.sleep(delayMs, call.signal);
      }
    }
  }

  async #attempt(call: PreparedCall): Promise<unknown> {
    const { operation, row, accept, signal } = call;
    const answer = row.auth === "none" ? await this.#exchange(call) : await this.#exchangeSignedIn(call);
    return await readAnswer(answer, {
      operation,
      row,
      accept,
      nowMs: this.#parts.clock.now(),
      redact: (text) => this.#redact(text),
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
  }

  async #exchangeSignedIn(call: PreparedCall): Promise<HttpAnswer> {
    const token = await this.#signIn.token(call.operation, call.signal);
    const answer = await this.#exchange(call, token);
    if (answer.status !== 401 || !isRepeatable(call.request)) {
      return answer;
    }
    await discard(answer);
    const renewed = await this.#signIn.replace(token, call.operation, call.signal);
    return await this.#exchange(call, renewed);
  }

  async #exchange(call: PreparedCall, token?: AsidToken): Promise<HttpAnswer> {
    const { operation, request, signal, timeoutMs } = call;
    const { clock, logger } = this.#parts;
    const startedAt = clock.now();
    const cookie = token && `${cookieNames(this.#profile).asid}=${token.value}`;
    const answer = await this.#transport.send(
      cookie === undefined ? request : { ...request, headers: { ...request.headers, Cookie: cookie } },
      { operation, signal, timeoutMs },
    );
    logger.debug(
      `${operation}: ${request.method} ${request.path} gave status ${answer.status} after ${clock.now() - startedAt} ms.`,
    );
    return answer;
  }

  async #requestToken(credentials: PasswordCredentials): Promise<string> {
    const operation = "requestSecureToken";
    const row = authentication.requestSecureToken;
    const { username, password } = credentials;
    checkArguments(operation, row, { body: { username, password } });
    const call = this.#prepare(operation, row, { body: { username, password } }, {});
    const answer = await this.#exchange(call);
    const text = await readAnswer(answer, {
      operation,
      row,
      accept: call.accept,
      nowMs: this.#parts.clock.now(),
      redact: (said) => this.#redact(said, [password]),
    });
    const token = typeof text === "string" ? text.trim() : "";
    // What a cookie cannot carry is a web page or an error text, not a token.
    if (!/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/.test(token) || token.startsWith("<")) {
      throw new MalformedError(operation, "it is not a token");
    }
    this.#parts.logger.info(`${operation}: signed in.`);
    return headerValue(operation, "Cookie", token);
  }

  #redact(text: string, more: readonly string[] = []): string {
    const secrets = [this.#parts.connection.apiKey, ...this.#signIn.secrets(), ...more].filter(
      (secret) => secret !== "",
    );
    return secrets.reduce((result, secret) => result.replaceAll(secret, "***"), text);
  }
}

function isRepeatable(request: HttpRequest): boolean {
  return request.body === undefined || typeof request.body === "string";
}
