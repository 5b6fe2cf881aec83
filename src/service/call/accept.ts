/** Content types of an `Accept` header, in order of preference; a missing header accepts all. */
export function readAccept(header: string | undefined): string[] {
  if (header === undefined || header.trim() === "") {
    return ["*/*"];
  }
  return header
    .split(",")
    .map((entry) => {
      const [type = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { type, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ type, weight }) => type !== "" && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ type }) => type);
}

/** Whether a type of an `Accept` header, which may have wildcards, matches a content type. */
function matchesType(accepted: string, contentType: string): boolean {
  return (
    accepted === "*/*" ||
    accepted === contentType ||
    (accepted.endsWith("/*") && contentType.startsWith(accepted.slice(0, -1)))
  );
}

export function acceptsAny(accept: readonly string[], contentTypes: readonly string[]): boolean {
  return accept.some((accepted) => contentTypes.some((contentType) => matchesType(accepted, contentType)));
}
