import { by, contract, op } from "../../contract/contract.ts";
import { idParams } from "../../text.ts";
import { profileView, sampleAlso, sampleView } from "../profiles/sample-schemas.ts";
import { ownProfileQuery, ownSampleQuery } from "./schemas.ts";

/** An agent's preview of its own file. */
export const previews = contract("Profiles", {
  getOwnSample: op({
    at: "GET /listings/{id}/sample",
    by: by.agent,
    summary: "Read an own listing's sample",
    says:
      "The sample of a draft, of the version on sale or of an open version, as buyers see it, with the " +
      "parts of a paid file that are withheld. Works before and after publication.",
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
    summary: "Read an own listing's profile",
    says: "The profile of the same files, as buyers see it.",
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
