import type { Clock } from "../../base/clock.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import type { ConversationStates } from "../assistant/conversation-state.ts";
import type { HandlerResponse, OperationCall } from "../call/call.ts";
import type { ResolvedProfile } from "../call/profile.ts";
import type { Connectors } from "../connectors/connectors.ts";
import type { DataVersions } from "../data-versions/data-versions.ts";
import type { Egress } from "../egress/egress.ts";
import type { ExportConnectors } from "../export-connectors/export-connectors.ts";
import type { VersionExports } from "../exports/version-exports.ts";
import type { Intake } from "../intake/intake.ts";
import type { JobRunner } from "../jobs/job-runner.ts";
import type { DataRights } from "../rights/data-rights.ts";
import type { AccessTokens } from "../sign-in/access-token.ts";
import type { Invitations } from "../sign-in/invitations.ts";
import type { PasswordGuessLimiter } from "../sign-in/password-guess-limiter.ts";
import type { TokenRedemptions } from "../sign-in/token-redemptions.ts";
import type { SqlJobs } from "../sql-jobs/sql-jobs.ts";
import type { AssistantFeedbackStore } from "../store/assistant-feedback-store.ts";
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
import type { WebhookOutbox } from "../store/webhook-outbox.ts";
import type { WebhookStore } from "../store/webhook-store.ts";
import type { TableData } from "../table-data/table-data.ts";
import type { WebhookDeliveries } from "../webhooks/webhook-deliveries.ts";

/** Dependencies of the operations' handlers: stores and services. */
export interface ServiceDependencies extends Intake {
  readonly clock: Clock;
  readonly profile: ResolvedProfile;
  readonly accessTokens: AccessTokens;
  readonly tenants: TenantStore;
  readonly users: UserStore;
  readonly dataRights: DataRights;
  readonly invitations: Invitations;
  readonly passwordGuesses: PasswordGuessLimiter;
  readonly tokens: TokenStore;
  readonly redemptions: TokenRedemptions;
  readonly clients: ClientStore;
  readonly identityProviders: IdentityProviderStore;
  readonly reports: ReportStore;
  readonly projects: ProjectStore;
  readonly projectChanges: ProjectChangeStore;
  readonly productionVersions: ProductionVersionStore;
  readonly jobs: JobStore;
  readonly jobRunner: JobRunner;
  readonly connectors: Connectors;
  readonly egress: Egress;
  readonly webhooks: WebhookStore;
  readonly outbox: WebhookOutbox;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly exportConnectors: ExportConnectors;
  readonly dataVersions: DataVersions;
  readonly versionExports: VersionExports;
  readonly tableSources: TableSourceStore;
  readonly tableData: TableData;
  readonly sqlJobs: SqlJobs;
  readonly conversations: ConversationStates;
  readonly assistantFeedback: AssistantFeedbackStore;
}

/** Answers one operation. Throws only `HttpError` on purpose. */
type Handler<Row extends OperationDefinition> = (
  call: OperationCall<Row>,
  parts: ServiceDependencies,
) => Promise<HandlerResponse>;

/** Handlers of all operations in one area of the contract. The type requires a handler for each operation. */
export type OperationHandlers<Rows extends Readonly<Record<string, OperationDefinition>>> = {
  readonly [Name in keyof Rows]: Handler<Rows[Name]>;
};
