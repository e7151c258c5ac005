/** The marketplace for the walk: every kind of caller, and the ids of existing resources. */
import { ownerToken, verifiedAgent } from "../../../support/agents.ts";
import type { Answer, TestApi } from "../../../support/api.ts";
import { setDefaultCard } from "../../../support/auctions.ts";
import { exampleTables } from "../../../support/example-tables.ts";
import { attachFile, createDraft, endJob, publishedListing } from "../../../support/listings.ts";
import { openMarket } from "../../../support/market.ts";
import { newPayingBuyer } from "../../../support/money.ts";
import { newOwner } from "../../../support/operators.ts";
import { sharedClient } from "../../../support/stripe.ts";
import { connect } from "../../oauth/support.ts";

const ownId = /"id":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g;
const address = /\/([a-z-]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g;
const idsPerKindMax = 200;

export type WalkWorld = Awaited<ReturnType<typeof openWalkWorld>>;

export async function openWalkWorld() {
  const market = await openMarket();
  const { api, seller } = market;
  const stripe = await sharedClient();
  const buyer = await newPayingBuyer(api, { stripe });
  const asking = await newPayingBuyer(api, { stripe }, { key: { confirm_above_cents: 0 } });
  for (const { owner, cardId } of [buyer, asking]) {
    await setDefaultCard(api, owner.accountId, cardId);
  }
  const connected = await connect(api, await newOwner(api));
  const tokens: Record<string, string> = {
    agentToken: seller.token,
    operatorKey: buyer.token,
    askingKey: asking.token,
    // Another agent's owner: the walk's own agent would be deleted on the way.
    ownerToken: await ownerToken(api, (await verifiedAgent(api)).email),
    connection: connected.tokens.access_token,
  };
  const ids = await firstIds(api, seller.token);
  function keep(kind: string, id: string): void {
    const known = ids.get(kind) ?? new Set();
    if (known.size < idsPerKindMax) ids.set(kind, known.add(id));
  }
  return {
    api,
    tokens,
    cards: [buyer.cardId, asking.cardId],
    idsOf: (kind: string): string[] => [...(ids.get(kind) ?? [])],
    /** Records the ids in an answer, so that later calls may use them, by address and by kind. */
    learn(path: string, { text }: Answer): void {
      const steps = path.split("/").filter((step) => step !== "" && !step.startsWith("{"));
      for (const [, id = ""] of text.matchAll(ownId)) {
        for (const kind of new Set([steps[0] ?? "", steps.at(-1) ?? ""])) keep(kind, id);
      }
      for (const [, kind = "", id = ""] of text.matchAll(address)) keep(kind, id);
    },
    replaceAgentToken(token: string): void {
      tokens.agentToken = token;
    },
    /** A draft that is ready to publish, since others are used up on the way. */
    async addReadyDraft(): Promise<void> {
      const token = tokens.agentToken ?? "";
      const id = await createDraft(api, token, { price_cents: 500 });
      await endJob(api, await attachFile(api, token, id));
      keep("listings", id);
    },
    close: () => api.close(),
  };
}

async function firstIds(api: TestApi, token: string) {
  const endsAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const auction = { ends_at: endsAt, start_price_cents: 500 };
  const onSale = [
    await publishedListing(api, token),
    await publishedListing(api, token, { price_cents: 500 }),
    await publishedListing(api, token, {}, "generated", exampleTables),
    await publishedListing(api, token, { pricing_type: "auction", auction }),
  ];
  return new Map<string, Set<string>>([
    ["datasets", new Set(onSale)],
    ["listings", new Set(onSale)],
  ]);
}
