import { reviews } from "../../market/review/contract.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten } from "../untrusted.ts";
import { count } from "../words.ts";
import { moreOf } from "./pages.ts";

/** Buyers' reviews and sellers' replies: strangers' words, never instructions. */
export const reviewTools = toolsOf(reviews, {
  listReviews({ rating, items, pagination }) {
    if (rating.mean === null) return { text: "No buyer has reviewed it yet." };
    const lines = items.map(({ stars, dataset_version: version, body, answer }) => {
      const said = `- ${stars} of 5, version ${version}: ${body === null ? "(stars only)" : quoted(body.content)}`;
      return answer === null ? said : `${said}\n  seller: ${quoted(answer.body.content)}`;
    });
    return {
      text: `${rating.mean} of 5 (plain mean) by ${count(rating.count, "buyer")}, ${items.length} shown.${moreOf(pagination)}`,
      stranger: { source: "reviews", text: shorten(lines.join("\n"), STRANGER_CHARS_MAX) },
      untrusted: ["/items/*/body", "/items/*/answer/body"],
    };
  },
  putReview: {
    run: (call, { dataset_id: id, ...body }) =>
      call.request(reviews.putReview, { params: { id }, body }),
    tell: ({ dataset_version: version, stars }) => ({
      text: `Version ${version} is reviewed with ${stars} of 5. list_events tells of the seller's answer.`,
      untrusted: ["/body", "/answer/body", "/dataset/title"],
    }),
  },
});
