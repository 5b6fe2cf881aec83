import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import type { Logger } from "../../base/logger.ts";
import { refusedCredentials } from "../../base/refused-credentials.ts";
import { kindOfCall } from "../../contract/argument-rules.ts";
import type { DeploymentProfile } from "../../contract/deployment-profile.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { checkBaseUrl } from "../interface/address.ts";
import type { Connection, RoleGate } from "../interface/connection.ts";
import { ApiError, StatusError } from "../interface/errors.ts";
import type { AnyArguments, CallOptions } from "../interface/method.ts";
import type { CallToken, CallToSign, Credential, TokenRequest } from "../sign-in/credential.ts";
import { createCredential } from "../sign-in/sign-in.ts";
import { redactSecrets } from "../text/redact.ts";
import type { HttpResponse } from "../transport/raw-request.ts";
import { Transport, type TransportLimits } from "../transport/transport.ts";
import { checkArguments, checkOperationRules } from "./check-arguments.ts";
import { createCredentialAdvice } from "./credential-advice.ts";
import {
  isRepeatable,
  type PreparedCall,
  prepareCall,
  repeatsOnConflict,
  withReceiveProgress,
} from "./prepared-call.ts";
import { discardResponse, isSuccessStatus, readResponse } from "./read-response.ts";
import { RetryPlan, type RetryPolicy } from "./retry.ts";
import { RoleGateKeeper } from "./role-gate-keeper.ts";

interface SenderParts {
  readonly connection: Connection;
  readonly gate: RoleGate;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly limits: TransportLimits;
  readonly retry: RetryPolicy;
  /** Called with an operation that the service does not offer (status 501). */
  readonly onUnavailable: (operation: string) => void;
}

/**
 * Performs calls: checks the arguments, asks the role gate, signs in, sends the request, reads the response, retries.
 */
export class CallSender implements Disposable {
  readonly #parts: SenderParts;
  readonly #baseUrl: string;
  readonly #profile: DeploymentProfile;
  readonly #transport: Transport;
  readonly #credential: Credential;
  readonly #gatekeeper: RoleGateKeeper;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#baseUrl = checkBaseUrl(parts.connection.baseUrl);
    this.#profile = parts.connection.profile ?? {};
    this.#gatekeeper = new RoleGateKeeper(parts.gate);
    this.#transport = new Transport(parts.clock, parts.limits, parts.connection.proveServer);
    this.#credential = createCredential({
      clock: parts.clock,
      connection: parts.connection,
      baseUrl: this.#baseUrl,
      profile: this.#profile,
      send: (request) => this.#requestToken(request),
    });
  }

  /** Performs a call and returns its result. Throws only ApiError or the signal's reason. */
  async send(operation: string, row: OperationDefinition, args: AnyArguments, options: CallOptions): Promise<unknown> {
    options.signal?.throwIfAborted();
    checkArguments(operation, row, args);
    checkOperationRules(operation, row, args, this.#parts.clock.now());
    const call = this.#prepare(operation, row, args, options);
    await this.#gatekeeper.ask(operation, { kind: kindOfCall(row, args) }, options);
    try {
      return await this.#attempts(call);
    } catch (error) {
      if (error instanceof StatusError && error.status === 501) {
        this.#parts.onUnavailable(operation);
      }
      // Calls with credentials of their own do not send those of the connection.
      if (row.auth !== "none" && error instanceof ApiError && refusedCredentials(error)) {
        error.connectionId = this.#parts.connection.id;
      }
      throw error;
    }
  }

  dispose(): void {
    this.#credential.dispose();
    this.#transport.dispose();
  }

  #prepare(operation: string, row: OperationDefinition, args: AnyArguments, options: CallOptions): PreparedCall {
    const { connection, clock, random } = this.#parts;
    const context = { connection, baseUrl: this.#baseUrl, profile: this.#profile, clock, random };
    return prepareCall(operation, row, args, options, context);
  }

  async #attempts(call: PreparedCall): Promise<unknown> {
    const { clock, random, logger, retry } = this.#parts;
    const plan = new RetryPlan({
      policy: retry,
      isIdempotent: call.row.idempotent,
      repeatsOnConflict: repeatsOnConflict(call),
      random,
    });
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(call);
      } catch (error) {
        if (!isRepeatable(call.request)) {
          throw error;
        }
        const delayMs = plan.delayAfter(error);
        logger.warn(`${call.operation}: attempt ${attempt} failed, the next follows in ${delayMs} ms.`);
        await clock.sleep(delayMs, call.signal);
      }
    }
  }

  async #attempt(call: PreparedCall): Promise<unknown> {
    const { operation, row, accept, signal } = call;
    const { auth = "standard" } = row;
    const answer =
      auth === "none" ? await this.#exchange(call) : await this.#exchangeSignedIn(call, { operation, auth, signal });
    const { clock } = this.#parts;
    if (isSuccessStatus(answer.status, row)) {
      call.onAnswer?.({ status: answer.status, headers: answer.headers });
    }
    return await readResponse(withReceiveProgress(answer, clock, call.onProgress), {
      operation,
      row,
      accept,
      isStreamed: call.isStreamed,
      readForm: call.readForm,
      nowMs: clock.now(),
      credentialAdvice: createCredentialAdvice(this.#parts.connection),
      redact: (text) => this.#redact(text),
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
  }

  async #exchangeSignedIn(call: PreparedCall, signed: CallToSign): Promise<HttpResponse> {
    const token = await this.#credential.token(signed);
    const answer = await this.#exchange(call, token);
    if (answer.status !== 401 || !isRepeatable(call.request)) {
      return answer;
    }
    await discardResponse(answer);
    const renewed = await this.#credential.replace(token, signed);
    return await this.#exchange(call, renewed);
  }

  async #exchange(call: PreparedCall, token?: Pick<CallToken, "headers">): Promise<HttpResponse> {
    const { operation, request, signal, timeoutMs } = call;
    const { clock, logger } = this.#parts;
    const startedAt = clock.now();
    const answer = await this.#transport.send(
      { ...request, headers: { ...request.headers, ...token?.headers } },
      { operation, signal, timeoutMs },
    );
    logger.debug(
      `${operation}: ${request.method} ${request.path} gave status ${answer.status} after ${clock.now() - startedAt} ms.`,
    );
    return answer;
  }

  async #requestToken(tokenRequest: TokenRequest): Promise<unknown> {
    const { operation, row, args, body, headers, token, secrets } = tokenRequest;
    checkArguments(operation, row, args);
    const options = { tenant: tokenRequest.tenant ?? null, project: null };
    const call = this.#prepare(operation, row, body ? { ...args, body } : args, options);
    const answer = await this.#exchange(call, { headers: { ...headers, ...token?.headers } });
    const value = await readResponse(answer, {
      operation,
      row,
      accept: call.accept,
      isStreamed: call.isStreamed,
      readForm: call.readForm,
      nowMs: this.#parts.clock.now(),
      credentialAdvice: createCredentialAdvice(this.#parts.connection),
      redact: (text) => this.#redact(text, secrets),
    });
    this.#parts.logger.info(`${operation}: signed in.`);
    return value;
  }

  #redact(text: string, more: readonly string[] = []): string {
    return redactSecrets(text, [this.#parts.connection.apiKey, ...this.#credential.secrets(), ...more]);
  }
}
