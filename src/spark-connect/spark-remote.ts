import { isLoopbackHost } from "../base/loopback-host.ts";

/** Address of a Spark Connect server, and what calls to it carry. */
export interface SparkRemote {
  /** Such as `https://spark.example:443`. */
  readonly baseUrl: string;
  /** Host and port, for messages. */
  readonly address: string;
  readonly token: string | undefined;
  readonly userId: string;
  /** Other parameters of the connection string, which are sent as headers. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Name of the setting of the address, such as `workforce.spark.remote`, for messages. */
  readonly setAddress: string;
  /** A sentence that says how to set the token, without its full stop. */
  readonly setToken: string;
}

/** Names of the settings of a server in messages. */
export type ServerSettings = Pick<SparkRemote, "setAddress" | "setToken">;

/** The settings of the extension. */
const extensionSettings: ServerSettings = {
  setAddress: "workforce.spark.remote",
  setToken: 'Set it with "Workforce: Set Spark Token..."',
};

const defaultPort = "15002";
const form = /^sc:\/\/([\w.-]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?(?:\/?|\/;(.*))$/;

/**
 * Parses a connection string of Spark Connect, such as `sc://spark.example:443/;use_ssl=true`. `token` is used in place of
 * one in the string. Throws an Error, which never contains the string, if it has another form or would send a token or
 * rows unencrypted to another machine.
 */
export function parseSparkRemote(text: string, token?: string, settings = extensionSettings): SparkRemote {
  const match = form.exec(text.trim());
  const [, host = "", port = defaultPort, rest = ""] = match ?? [];
  if (!match || Number(port) > 65_535) {
    throw new Error(
      "The address of Spark must have the form sc://host:port/;use_ssl=true, as Spark Connect's clients take it.",
    );
  }
  const parameters = new Map(rest.split(";").filter(Boolean).map(readParameter));
  const bearer = token ?? parameters.get("token");
  const useSsl = parameters.get("use_ssl")?.toLowerCase();
  if (useSsl !== undefined && useSsl !== "true" && useSsl !== "false") {
    throw new Error("use_ssl in the address of Spark must be true or false.");
  }
  const isSecure = useSsl === undefined ? bearer !== undefined && !isLoopbackHost(host) : useSsl === "true";
  if (!isSecure && !isLoopbackHost(host)) {
    throw new Error(
      `The address of Spark names ${host} without TLS: statements, rows and the token would be readable on the way. Add use_ssl=true to it, behind a proxy with a certificate, or tunnel the port to this machine.`,
    );
  }
  const known = new Set(["token", "use_ssl", "user_id", "user_agent", "session_id"]);
  return {
    baseUrl: `${isSecure ? "https" : "http"}://${host}:${port}`,
    address: `${host}:${port}`,
    token: bearer,
    userId: parameters.get("user_id") ?? "workforce",
    headers: [...parameters].filter(([name]) => !known.has(name)),
    ...settings,
  };
}

function readParameter(part: string): readonly [string, string] {
  const equals = part.indexOf("=");
  if (equals <= 0) {
    throw new Error("The parameters in the address of Spark must have the form name=value, separated by semicolons.");
  }
  try {
    return [part.slice(0, equals), decodeURIComponent(part.slice(equals + 1))];
  } catch (error) {
    throw new Error("A parameter in the address of Spark is not percent-encoded correctly.", { cause: error });
  }
}
