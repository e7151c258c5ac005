import { z } from "zod";
import { by, contract, op } from "../contract/contract.ts";
import { idParams } from "../text.ts";
import { FOLLOWS_PER_PRINCIPAL_MAX } from "./limits.ts";
import { followBody, followsQuery, followsView, followView } from "./schemas.ts";

const owner = by.operatorOrAgent("read");

export const follows = contract("Follows", {
  follow: op({
    at: "POST /follows",
    by: owner,
    summary: "Follow a seller, a dataset or a collection",
    says:
      "The caller then gets `listing.published`, `listing.changed` when the dataset's price falls, or " +
      "`collection.dataset_added`. " +
      `Repeating it changes \`mail\`. At most ${FOLLOWS_PER_PRINCIPAL_MAX}.`,
    idempotent: true,
    body: followBody,
    example: { seller_id: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b", mail: "daily" },
    answer: followView,
    gives: "The follow.",
    refuses: [
      "seller_not_found",
      "dataset_not_found",
      "collection_not_found",
      "own_seller",
      "limit_reached",
      "held_by_another_key",
    ],
    tool: {
      name: "follow",
      title: "Follow",
      description:
        "Subscribes to a dataset, seller or collection: list_events then tells its news. " +
        "For a need use save_search.",
      keywords: "unfollow price drop",
      effect: "replaces_own",
      input: z.strictObject({
        seller_id: followBody.shape.seller_id.describe("One id."),
        dataset_id: followBody.shape.dataset_id.describe("Or this."),
        collection_id: followBody.shape.collection_id.describe("Or this."),
        mail: followBody.shape.mail.unwrap().optional().describe("To the owner."),
        stop: z.boolean().optional().describe("Unfollows."),
      }),
      shows: ["kind"],
      sets: ["follow"],
    },
  }),
  listFollows: op({
    at: "GET /follows",
    by: owner,
    summary: "List what the caller follows",
    says: "Newest first.",
    query: followsQuery,
    answer: followsView,
    gives: "One page of follows.",
  }),
  unfollow: op({
    at: "DELETE /follows/{id}",
    by: owner,
    summary: "Stop following",
    says: "`id` is the follow's or its target's.",
    params: idParams,
    answer: followView,
    gives: "The ended follow.",
    refuses: ["follow_not_found", "held_by_another_key"],
  }),
});
