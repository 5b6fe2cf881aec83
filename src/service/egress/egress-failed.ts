import { errorAndCausesOf } from "../../base/error-causes.ts";

/** Failure of a connection to another server. The message is for users and has neither secrets nor data in it. */
export class EgressFailed extends Error {
  override readonly name = "EgressFailed";
}

const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ENOTFOUND: "is not a known host",
  EAI_AGAIN: "could not be looked up",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
  ENETDOWN: "cannot be reached",
  ETIMEDOUT: "cannot be reached",
  EPROTO: "does not speak TLS as expected",
  ERR_SSL_WRONG_VERSION_NUMBER: "does not speak TLS",
  ERR_TLS_CERT_ALTNAME_INVALID: "has a certificate of another host",
  ERR_INVALID_CHAR: "was to get a header with a character that HTTP does not allow",
};

/** Converts an error of Node's network modules. `host` is what the message names. */
export function toEgressFailed(host: string, error: unknown): EgressFailed {
  if (error instanceof EgressFailed) {
    return error;
  }
  const code = errorAndCausesOf(error)
    .flatMap((each) => (each instanceof AggregateError ? [each, ...each.errors] : [each]))
    .map((each) => ("code" in each ? each.code : undefined))
    .find((each) => typeof each === "string");
  return new EgressFailed(`${host} ${problemOf(code)}${code === undefined ? "" : ` (${code})`}.`, { cause: error });
}

function problemOf(code: string | undefined): string {
  const known = code !== undefined && Object.hasOwn(problems, code) ? problems[code] : undefined;
  if (known !== undefined) {
    return known;
  }
  if (code !== undefined && /CERT|SIGNATURE|ISSUER/.test(code)) {
    return "has a certificate that is not trusted";
  }
  return code?.startsWith("HPE_") ? "did not answer in HTTP" : "ended the connection";
}
