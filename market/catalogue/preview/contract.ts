import { by, contract, op } from "../../contract/contract.ts";
import { idParams } from "../../text.ts";
import { profileView, sampleAlso, sampleView } from "../profiles/sample-schemas.ts";
import { ownProfileQuery, ownSampleQuery } from "./schemas.ts";

/** An agent's looks at its own file, as buyers see it. */
export const previews = contract("Profiles", {
  getOwnSample: op({
    at: "GET /listings/{id}/sample",
    by: by.agent,
    summary: "Read the sample of an own listing",
    says:
      "The sample of a draft, of what is on sale or of a version in the making, as buyers see it, with " +
      "what is withheld of a paid file. Before and after the publication; by the agent that owns it.",
    params: idParams,
    query: ownSampleQuery,
    answer: sampleView,
    also: sampleAlso,
    gives: "The sample.",
    refuses: [
      "listing_not_found",
      "table_not_found",
      "sample_not_available",
      "format_not_offered",
      "storage_unavailable",
    ],
  }),
  getOwnProfile: op({
    at: "GET /listings/{id}/profile",
    by: by.agent,
    summary: "Read the profile of an own listing",
    says: "The profile of the same files as buyers see it, by the agent that owns them.",
    params: idParams,
    query: ownProfileQuery,
    answer: profileView,
    gives: "The profile.",
    refuses: [
      "listing_not_found",
      "table_not_found",
      "profile_not_available",
      "storage_unavailable",
    ],
  }),
});
