import { type OperationDefinition, splitRoute } from "../../contract/operation.ts";
import type { ResolvedProfile } from "../call/profile.ts";

/** Returns the URL path of an operation in this deployment, with its path parameters filled in. */
export function buildOperationPath(
  profile: ResolvedProfile,
  name: string,
  row: OperationDefinition,
  parameters: Readonly<Record<string, string>>,
): string {
  const { path } = splitRoute(profile.routes.get(name) ?? row.route);
  return path.replace(/\{([^}]*)\}/g, (_, parameter) => encodeURIComponent(parameters[parameter] ?? ""));
}
