/** Sample requests for access in each state, for the tests of each page. */

import { accessStates } from "../../../db/vocabulary/access.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { AccessView } from "../../../market/access/schemas.ts";
import { MarketError } from "../../../market/errors.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { isoAt, longTitle, sampleId } from "../purchase-samples.ts";

const untrusted = (content: string) =>
  ({ content, content_type: "text/plain", untrusted: true }) as const;

export function sampleAccessPages(name: string) {
  const requests = accessStates.map(
    (status, index): AccessView => ({
      id: sampleId(index + 1),
      dataset: { id: sampleId(50 + index), title: index === 1 ? longTitle : name },
      your_role: "seller",
      buyer: { name: "buyer-3f9a2c1d" },
      seller: { id: sampleId(60), name },
      status,
      answers: [
        { question: "What do you need the data for?", answer: untrusted(`${name}\nA study.`) },
        { question: name, answer: index === 3 ? null : untrusted("Yes.") },
      ],
      reason: status === "declined" || status === "withdrawn" ? untrusted(name) : null,
      created_at: isoAt(-3),
      decided_at: status === "pending" ? null : isoAt(-1),
    }),
  );
  const questions = ["What do you need the data for?", name];
  const gates = [
    { id: sampleId(50), title: name, agentId: sampleId(60), questions, isSampleHidden: true },
    {
      id: sampleId(51),
      title: longTitle,
      agentId: sampleId(60),
      questions: null,
      isSampleHidden: false,
    },
  ];
  return {
    listAccess: async () => ({ items: requests, total: 43 }),
    listGates: async () => gates,
    readGate: async (_owner: OwnerActor, id: string) => {
      const gate = gates.find((one) => one.id === id);
      if (gate !== undefined) return gate;
      throw new MarketError("listing_not_found", "You have no such listing.");
    },
    saveGate: async () => undefined,
    decideAccess: async () => undefined,
    /** The dataset's number is that of the request's state; 54 has none. */
    readAccess: async (_owner: OwnerActor, id: string) => ({
      dataset: {
        id,
        title: name,
        seller: { id: sampleId(60), name, verified: true, identity_checked: true },
        access_questions: questions,
        pricing_type: "buy_it_now",
      },
      latest: requests.find(({ dataset }) => dataset.id === id) ?? null,
    }),
    askForAccess: async () => undefined,
  } satisfies Partial<AccountUseCases>;
}
