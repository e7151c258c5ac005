import { events } from "../../market/event/contract.ts";
import { toolsOf } from "../tools-of.ts";
import { count } from "../words.ts";
import { hintOf } from "./event-hints.ts";

export const eventTools = toolsOf(events, {
  listEvents: {
    async result(call, { after, wait_seconds: wait }) {
      const answer = await call.request(events.listEvents, { query: { after, wait } });
      const { items, pagination } = answer;
      const lines = items.map((event) => `- ${event.timestamp} ${event.type}${hintOf(event)}`);
      const more = pagination.has_more ? " There are more:" : " Later:";
      const next =
        pagination.next_cursor === null ? "" : `${more} after=${pagination.next_cursor}.`;
      const text = [`${count(items.length, "event")}.${next}`, ...lines].join("\n");
      return { text, structured: answer };
    },
  },
});
