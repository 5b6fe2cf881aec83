import type { Static } from "typebox";
import type { assistantOperations } from "../../contract/assistant.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import type { QuestionAnswer } from "./answer-question.ts";
import { drawChart } from "./chart.ts";
import { formatValue, narrateCells, narrateList } from "./narrative.ts";
import type { QuestionReading, ReadingNote } from "./question-reading.ts";
import { followReferences } from "./resolve-names.ts";
import { rewordQuestion } from "./reword-question.ts";
import { suggestQuestions } from "./sample-questions.ts";

type QuestionRequest = Static<typeof assistantOperations.askQuestion.body.schema>;
type QuestionResponse = Static<(typeof assistantOperations.askQuestion.answers)["application/json"]>;

export interface RelatedReport {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
}

const defaultSize = { width: 800, height: 450 };
const maxSize = 4_000;
/** Members that fit the largest chart (service-api, "Assistant"). */
const maxChartMembers = 16;

/** Builds the response to a question, with the fields that the request's options ask for. */
export function respondToQuestion(
  answer: QuestionAnswer,
  { options, maxViewDetailsMembers }: QuestionRequest,
  model: TenantModel,
  related: readonly RelatedReport[],
): Omit<QuestionResponse, "conversationState"> {
  const isAmbiguous = answer.notes.some(({ warning }) => warning === "ASSISTANT_AMBIGUOUS");
  if (answer.kind === "unread") {
    return {
      statusCode: {
        statusCode: isAmbiguous ? "CLARIFICATION_NEEDED" : "UNDEFINED",
        statusMsg: messagesOf(answer.notes),
      },
      narrative: messagesOf(answer.notes),
      corrections: correctionsOf(answer.notes),
    };
  }
  const { reading, cells, shown, table, query } = answer;
  const title = rewordQuestion(reading, model);
  const { includeVisual, includeData, includeDetailData, includeRewordedQuestion, includeSuggestions } = options ?? {};
  const { includeRelatedAnalyses, includeRelatedReports, visualOptions } = options ?? {};
  const metric = model.metrics.find(({ id }) => id === reading.metrics[0]?.id);
  const image =
    includeVisual && cells
      ? drawChart(cells, {
          width: Math.min(visualOptions?.width || defaultSize.width, maxSize),
          height: Math.min(visualOptions?.height || defaultSize.height, maxSize),
          title,
          maxMembers: Math.min(maxViewDetailsMembers || maxChartMembers, maxChartMembers),
          format: (value) => formatValue(value, metric),
        })
      : undefined;
  const encoded = image && Buffer.from(image).toString("base64");
  return {
    statusCode: { statusCode: "OK", statusMsg: messagesOf(answer.notes) },
    narrative: cells ? narrateCells(cells, reading, model) : narrateList(shown, reading, model),
    ...(includeVisual && { chartUrl: encoded === undefined ? "" : `data:image/svg+xml;base64,${encoded}` }),
    schema: schemaOf(reading, model),
    corrections: correctionsOf(answer.notes),
    ...((includeData || includeDetailData) && {
      data: { dataJson: JSON.stringify([table.names, ...table.rows]), context: query },
    }),
    ...(includeVisual && { visual: { image: encoded ?? "", title, context: query } }),
    ...(includeRewordedQuestion && { rewordedQuestion: title }),
    ...((includeRelatedAnalyses || includeRelatedReports) && {
      relatedDocuments: {
        ...(includeRelatedAnalyses && { analyses: [] }),
        ...(includeRelatedReports && { reports: [...related] }),
      },
    }),
    ...(includeSuggestions && { suggestions: suggestQuestions(reading, model).map((suggestion) => ({ suggestion })) }),
  };
}

function messagesOf(notes: readonly ReadingNote[]): string {
  return notes.map(({ message }) => message).join(" ");
}

function correctionsOf(notes: readonly ReadingNote[]): NonNullable<QuestionResponse["corrections"]> {
  return notes.length === 0
    ? [{ warning: ["ASSISTANT_NO_WARNING"], clarifications: [] }]
    : notes.map(({ warning, message, questions, metrics = [], dimensions = [], filters = [], attributes = [] }) => ({
        warning: [warning],
        clarifications: [
          {
            message,
            questions: [...questions],
            metrics: [...metrics],
            dimensions: [...dimensions],
            filters: [...filters],
            attributes: [...attributes],
          },
        ],
      }));
}

/** Metrics, dimensions and concepts of a reading, each with its path. */
function schemaOf(reading: QuestionReading, model: TenantModel): NonNullable<QuestionResponse["schema"]> {
  const filters = reading.filters.flatMap((filter) => (filter.kind === "any" ? filter.filters : [filter]));
  const attributes = [...reading.axes, ...filters.flatMap((filter) => (filter.kind === "any" ? [] : [filter]))];
  const named = (kinds: readonly string[]) => {
    const found = new Map<string, string>();
    for (const attribute of attributes.filter(({ kind }) => kinds.includes(kind))) {
      found.set([followReferences(model, reading.object, attribute.references), attribute.id].join("."), attribute.id);
    }
    return [...found].map(([path, name]) => ({ name, paths: [path] }));
  };
  return {
    metrics: reading.metrics.map(({ id }) => id),
    dimensions: named(["dimension", "members"]),
    concepts: named(["concept"]),
  };
}
