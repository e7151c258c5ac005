/** No refusal on a page names a field, a state or a request of the API: people fill forms. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { createAgentTokens } from "../../../api/agent-tokens.ts";
import { createWebhook } from "../../../market/webhook/create-webhook.ts";
import { openIdentity } from "../../../platform/identity/openid.ts";
import { openSite } from "../../../site/open-site.ts";
import { adminEmail, signedIn } from "../../support/administrators.ts";
import { createDraft } from "../../support/listings.ts";
import { paidListing, purchaseOf, testMarket } from "../../support/market.ts";
import { postedRequest } from "../../support/requests.ts";
import { visitorOf } from "../visitor.ts";

setDefaultTimeout(600_000);

const market = await testMarket({ ADMIN_EMAILS: adminEmail });
const { api, seller, buyer } = market;
const people = {
  buyer: await visitorOf(api, buyer.owner),
  seller: await visitorOf(api, seller.owner),
  admin: await visitorOf(api, await signedIn(api, adminEmail)),
};

const listing = await paidListing(market);
const draft = await createDraft(api, seller.token);
const purchase = await purchaseOf(market, listing);
const webhook = await createWebhook(api.ctx, buyer.operator, {
  ...{ url: "http://127.0.0.1:8443/", types: [], description: null },
});
const other = await paidListing(market, "a\n1\n");
const ids: Record<string, string[]> = {
  datasets: [other, listing],
  listings: [draft, listing],
  purchases: [purchase],
  sales: [purchase],
  agents: [seller.agentId],
  sellers: [seller.agentId],
  keys: [buyer.operator.apiKeyId],
  "payment-methods": [buyer.cardId],
  requests: [await postedRequest(api, buyer.token)],
  webhooks: [webhook.id],
};

const { routes } = openSite({
  ctx: api.ctx,
  reads: api.ctx,
  identity: openIdentity(api.config),
  tokens: createAgentTokens(api.config.AGENT_TOKEN_SECRET),
  reportError: () => {},
});
const pathsOf = (method: string) =>
  routes
    .filter((route) => route.method === method && !/\*|sign-out|\/auth\//.test(route.path))
    .flatMap(({ path }) => {
      const known = Object.entries(ids).find(([name]) => path.includes(`/${name}/:`));
      return (known?.[1] ?? [crypto.randomUUID()]).map((id) => path.replaceAll(/:\w+/g, id));
    });

const wireWords = /\b[a-z]+_[a-z_]+\b|`|\b(GET|POST|PUT|PATCH|DELETE) \/|\{[a-z_]+\}/;

/** What a page says in its refusals. */
function refusalsIn(html: string): string[] {
  const parts = [
    ...html.matchAll(/<p class="error"[^>]*>(.*?)<\/p>/gs),
    ...html.matchAll(/error-summary.*?<ul>(.*?)<\/ul>/gs),
    ...html.matchAll(/<h1[^>]*>.*?<\/h1><p>(.*?)<\/p>/gs),
  ];
  return parts.map(([, text = ""]) => text.replaceAll(/<[^>]*>/g, " ").trim());
}

async function fieldNames(): Promise<string[]> {
  const names = new Set<string>();
  for (const path of pathsOf("GET")) {
    for (const person of Object.values(people)) {
      const { text } = await person.open(path);
      for (const [, name = ""] of text.matchAll(/ name="([^"]+)"/g)) names.add(name);
    }
  }
  names.delete("form_token");
  names.delete("once");
  return [...names];
}

/** Each run sends a random third. */
const isInTurn = () => Math.random() < 1 / 3;
const values = ["", "x", "-1", "1e9", "99999999999", "2001-01-01", "0.001"];

test("no form's refusal has wire names, whatever is sent", async () => {
  const names = await fieldNames();
  expect(names.length).toBeGreaterThan(100);
  const refusals = new Set<string>();
  for (const path of pathsOf("POST")) {
    for (const value of values) {
      for (const person of Object.values(people)) {
        if (!isInTurn()) continue;
        const fields = names.map((name): [string, string] => [name, value]);
        const { status, text } = await person.submit(path, value === "" ? [] : fields);
        const address = path.replaceAll(/[0-9a-f-]{36}/g, ":id");
        if (status < 400) continue;
        for (const refusal of refusalsIn(text)) refusals.add(`${address}: ${refusal}`);
      }
    }
  }
  expect(refusals.size).toBeGreaterThan(50);
  expect([...refusals].filter((refusal) => wireWords.test(refusal.replace(/^\S+/, "")))).toEqual(
    [],
  );
});
