import type { Clock } from "../../base/clock.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { type Answer, type Call, HttpError } from "../call/call.ts";
import type { Profile } from "../call/profile.ts";
import type { AccessTokens } from "../sign-in/access-token.ts";
import type { PasswordGuesses } from "../sign-in/password-guesses.ts";
import type { Redemptions } from "../sign-in/redemptions.ts";
import type { SqlJobs } from "../sql-jobs/sql-jobs.ts";
import type { ClientStore } from "../store/client-store.ts";
import type { IdentityProviderStore } from "../store/identity-provider-store.ts";
import type { JobStore } from "../store/job-store.ts";
import type { ProductionVersionStore } from "../store/production-version-store.ts";
import type { ProjectChangeStore } from "../store/project-change-store.ts";
import type { ProjectStore } from "../store/project-store.ts";
import type { ReportStore } from "../store/report-store.ts";
import type { TableSourceStore } from "../store/table-source-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { TokenStore } from "../store/token-store.ts";
import type { UserStore } from "../store/user-store.ts";
import type { TableData } from "../table-data/table-data.ts";

/** Stores and services that handlers depend on. */
export interface ServiceParts {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly accessTokens: AccessTokens;
  readonly tenants: TenantStore;
  readonly users: UserStore;
  readonly passwordGuesses: PasswordGuesses;
  readonly tokens: TokenStore;
  readonly redemptions: Redemptions;
  readonly clients: ClientStore;
  readonly identityProviders: IdentityProviderStore;
  readonly reports: ReportStore;
  readonly projects: ProjectStore;
  readonly projectChanges: ProjectChangeStore;
  readonly productionVersions: ProductionVersionStore;
  readonly jobs: JobStore;
  readonly tableSources: TableSourceStore;
  readonly tableData: TableData;
  readonly sqlJobs: SqlJobs;
}

/** Answers one operation. Throws only `HttpError` on purpose. */
type Handler<Row extends OperationDefinition> = (call: Call<Row>, parts: ServiceParts) => Promise<Answer>;

/** Handlers of all operations in an area of the contract; a missing one does not compile. */
export type Handlers<Rows extends Readonly<Record<string, OperationDefinition>>> = {
  readonly [Name in keyof Rows]: Handler<Rows[Name]>;
};

/** Handler of operations that this service does not support yet: answers 501. */
export async function answerUnsupported(): Promise<Answer> {
  throw new HttpError(501, "NOT_YET", "The embedded service does not support this operation yet.");
}
