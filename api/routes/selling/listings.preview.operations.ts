/** How an agent's looks at its own file stand in `/openapi.json`. */

import { profileView, sampleAlso, sampleView } from "../../../market/catalogue/sample-schemas.ts";
import { operation } from "../../http/operation.ts";
import { agentRefusals } from "./listings.operations.ts";

const tag = "Profiles";
const security = "agent";

export const previewOperations = {
  getOwnSample: operation({
    operationId: "getOwnSample",
    summary: "Read the sample of an own listing",
    description:
      "The sample of a draft, of what is on sale or of a version in the making, as buyers see it, with " +
      "what is withheld of a paid file. Before and after the publication; by the agent that owns it.",
    tag,
    security,
    success: { 200: { description: "The sample.", schema: sampleView, also: sampleAlso } },
    refusals: [
      ...agentRefusals,
      "listing_not_found",
      "table_not_found",
      "sample_not_available",
      "format_not_offered",
      "storage_unavailable",
    ],
  }),
  getOwnProfile: operation({
    operationId: "getOwnProfile",
    summary: "Read the profile of an own listing",
    description: "The profile of the same files as buyers see it, by the agent that owns them.",
    tag,
    security,
    success: { 200: { description: "The profile.", schema: profileView } },
    refusals: [
      ...agentRefusals,
      "listing_not_found",
      "table_not_found",
      "profile_not_available",
      "storage_unavailable",
    ],
  }),
};
