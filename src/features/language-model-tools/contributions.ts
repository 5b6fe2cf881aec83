import type { Contributions } from "../../host/contributions.ts";
import { modelEntryKinds } from "../../languages/core/model/model-requests.ts";
import { toolNames, toolRows } from "./tool-names.ts";

const queryProperty = { type: "string", description: "%tool.query.description%" };

/** Manifest entries of the tools that language models in VS Code's chat can call. */
export const contributions: Contributions = {
  points: {
    languageModelTools: [
      {
        name: toolNames.searchModel,
        toolReferenceName: "workforceModel",
        canBeReferencedInPrompt: true,
        icon: "$(symbol-structure)",
        displayName: "%tool.searchModel.name%",
        userDescription: "%tool.searchModel.userDescription%",
        modelDescription: "%tool.searchModel.modelDescription%",
        tags: ["workforce"],
        inputSchema: {
          type: "object",
          required: ["kind"],
          properties: {
            kind: { type: "string", enum: modelEntryKinds, description: "%tool.kind.description%" },
            text: { type: "string", description: "%tool.text.description%" },
            object: { type: "string", description: "%tool.object.description%" },
            dimension: { type: "string", description: "%tool.dimension.description%" },
          },
        },
      },
      {
        name: toolNames.checkQuery,
        toolReferenceName: "workforceCheck",
        canBeReferencedInPrompt: true,
        icon: "$(checklist)",
        displayName: "%tool.checkQuery.name%",
        userDescription: "%tool.checkQuery.userDescription%",
        modelDescription: "%tool.checkQuery.modelDescription%",
        tags: ["workforce"],
        inputSchema: { type: "object", required: ["query"], properties: { query: queryProperty } },
      },
      {
        name: toolNames.runQuery,
        toolReferenceName: "workforceQuery",
        canBeReferencedInPrompt: true,
        icon: "$(play)",
        displayName: "%tool.runQuery.name%",
        userDescription: "%tool.runQuery.userDescription%",
        modelDescription: "%tool.runQuery.modelDescription%",
        tags: ["workforce"],
        inputSchema: {
          type: "object",
          required: ["query"],
          properties: {
            query: queryProperty,
            maximumRows: {
              type: "integer",
              minimum: 1,
              maximum: toolRows.most,
              default: toolRows.usual,
              description: "%tool.maximumRows.description%",
            },
          },
        },
      },
    ],
  },
};
