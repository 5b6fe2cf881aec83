import { countOf } from "../../base/count-of.ts";
import { errorAndCausesOf } from "../../base/error-causes.ts";
import { NetworkError } from "../interface/errors.ts";

/** Description of a kind of network failure. */
interface Failure {
  readonly problem: string;
  readonly advice: string;
  readonly isTransient: boolean;
}

const unreachable: Failure = {
  problem: "cannot be reached",
  advice: "Check the network, the VPN and the proxy settings.",
  isTransient: true,
};

const broken: Failure = { problem: "ended the connection", advice: "Try again.", isTransient: true };

const unknownHost: Failure = {
  problem: "is not a known host",
  advice: "Check the vanity name and the host of the connection.",
  isTransient: false,
};

const untrusted: Failure = {
  problem: "has a certificate that is not trusted",
  advice: "Check the host, or add the certificate authority to the system's certificates.",
  isTransient: false,
};

const failures: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: {
    problem: "refused the connection",
    advice: "Check that the service runs and that the host and port of the connection are right.",
    isTransient: true,
  },
  ENOTFOUND: unknownHost,
  EAI_AGAIN: { ...unknownHost, problem: "could not be looked up", isTransient: true },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  ETIMEDOUT: unreachable,
  ECONNRESET: broken,
  EPIPE: broken,
  ERR_STREAM_PREMATURE_CLOSE: broken,
  EPROTO: {
    problem: "does not speak TLS as expected",
    advice: "Check whether the host needs https or http.",
    isTransient: false,
  },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    problem: "does not speak TLS",
    advice: "Check whether the host needs https or http.",
    isTransient: false,
  },
};

/**
 * Converts an error of a connection to a NetworkError with advice. `bytesRead` is defined if the response body had
 * begun.
 */
export function toNetworkError(operation: string, host: string, thrown: unknown, bytesRead?: number): NetworkError {
  const code = findErrorCode(thrown);
  const { problem, advice, isTransient } = findFailure(code);
  const read = bytesRead === undefined ? "" : ` after ${countOf(bytesRead, "byte")} of the answer`;
  const codeText = code === undefined ? "" : ` (${code})`;
  return new NetworkError(operation, `${host} ${problem}${read}${codeText}. ${advice}`, {
    host,
    code,
    bytesRead,
    isTransient,
    cause: thrown,
  });
}

function findFailure(code: string | undefined): Failure {
  const known = code !== undefined && Object.hasOwn(failures, code) ? failures[code] : undefined;
  if (known) {
    return known;
  }
  if (code !== undefined && /CERT|SIGNATURE|ISSUER/.test(code)) {
    return untrusted;
  }
  if (code?.startsWith("HPE_")) {
    return { problem: "did not answer in HTTP", advice: "Check the port of the connection.", isTransient: false };
  }
  return broken;
}

/** Returns the first error code in the chain of causes, because libraries wrap the system's error. */
function findErrorCode(thrown: unknown): string | undefined {
  const codes = errorAndCausesOf(thrown).map((error) => ("code" in error ? error.code : undefined));
  return codes.find((code) => typeof code === "string");
}
