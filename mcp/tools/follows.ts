import { follows } from "../../market/follow/contract.ts";
import { toolsOf } from "../tools-of.ts";

export const followTools = toolsOf(follows, {
  follow: {
    run(call, { stop, ...body }) {
      const id = body.seller_id ?? body.dataset_id ?? body.collection_id;
      if (stop !== true || id === undefined) return call.request(follows.follow, { body });
      return call.request(follows.unfollow, { params: { id } });
    },
    tell: ({ kind, mail }, { stop }) => ({
      text:
        stop === true
          ? `You don't follow the ${kind} any more.`
          : `You follow the ${kind} (mails: ${mail}). list_events tells of its news.`,
    }),
  },
});
