import type { Static } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";

/** A report. */
export const Report = Type.Object({
  id: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  updatedTime: Type.Optional(Type.String()),
  isPublishedReport: Type.Optional(Type.Boolean()),
  owner: Type.Optional(Type.String()),
  isOwnedByUser: Type.Optional(Type.Boolean()),
  allowedActions: Type.Optional(Type.Array(word("reportAction", { examples: ["duplicate"] }))),
  link: Type.Optional(Type.String()),
});
export type Report = Static<typeof Report>;

/** One page of reports. */
export const ReportList = Type.Object({ reports: Type.Optional(Type.Array(Report)) });
export type ReportList = Static<typeof ReportList>;

/** Localised title and description of a new report. */
export const CreateReportRequest = Type.Object({
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
});
export type CreateReportRequest = Static<typeof CreateReportRequest>;

/** Id of the deleted report. */
export const ReportDeleteResponse = Type.Object({ id: Type.Optional(Type.String()) });
export type ReportDeleteResponse = Static<typeof ReportDeleteResponse>;
