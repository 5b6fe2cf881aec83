import { DeploymentProfile } from "../contract/deployment-profile.ts";
import { fieldName, schemaProblem } from "./schema-problem.ts";

/** What is wrong with a deployment profile that was read, by the name of its field; undefined where it can be used. */
export function profileProblem(profile: unknown): string | undefined {
  const problem = schemaProblem(DeploymentProfile, profile);
  return problem && `${fieldName("profile", problem.instancePath)} ${problem.message}`;
}
