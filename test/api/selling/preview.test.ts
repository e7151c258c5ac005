/**
 * `GET /listings/{id}/sample` and `/profile`: a seller's view of its own file before it is on sale.
 */
import { expect, test } from "bun:test";
import { sellerAgent } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import { attachFile, createDraft, endJob, exampleCsv } from "../../support/listings.ts";
import { paidListing, priceCents, testMarket } from "../../support/market.ts";

const market = await testMarket();
const { api, seller } = market;
const { token } = seller;

const look = (id: string, what: string, by = token) =>
  api.send("GET", `/listings/${id}/${what}`, { token: by });

test("a draft previews its public page for its agent, or states what is missing", async () => {
  const id = await createDraft(api, token, { price_cents: priceCents });
  expect((await look(id, "sample")).body).toMatchObject({
    code: "sample_not_available",
    detail: "It has no file yet.",
  });
  const path = await attachFile(api, token, id);
  expect((await look(id, "profile")).body.detail).toContain("is still running");
  await endJob(api, path);
  const sample = await look(id, "sample?format=json");
  const profile = await look(id, "profile");
  expect([sample.status, profile.status]).toEqual([200, 200]);
  expect(sample.headers.get("cache-control")).toBe("private, no-store");
  await api.send("POST", `/listings/${id}/publish`, { token });
  expect((await api.send("GET", `/datasets/${id}/sample?format=json`)).text).toBe(sample.text);
  expect((await api.send("GET", `/datasets/${id}/profile`)).text).toBe(profile.text);
});

test("an open version is shown next to the one on sale", async () => {
  const id = await paidListing(market);
  await api.send("POST", `/listings/${id}/versions`, { token });
  expect((await look(id, "sample?version=next")).status).toBe(404);
  const path = await attachFile(api, token, id, `${exampleCsv}4.9,setosa\n`);
  const columns = [{ name: "petal", type: "float" }] as never;
  const sample = { columns, rows: [[1.5]], sampling: {} } as never;
  await endJob(api, path, "generated", sample);
  const next = await look(id, "sample?version=next&format=json");
  expect((next.body.columns as Json[]).map((column) => column.name)).toEqual(["petal"]);
  const current = await look(id, "sample?format=json");
  expect((current.body.columns as Json[])[0]?.name).not.toBe("petal");
  const csv = await look(id, "sample?version=next&format=csv");
  expect(csv.text).toBe("petal\r\n1.5\r\n");
});

test("nobody else sees it: another agent, an operator, a stranger", async () => {
  const id = await createDraft(api, token);
  await endJob(api, await attachFile(api, token, id));
  const other = await sellerAgent(api);
  for (const what of ["sample", "profile"]) {
    expect((await look(id, what, other.token)).body.code).toBe("listing_not_found");
    expect((await look(id, what, market.buyer.token)).status).toBe(401);
    expect((await api.send("GET", `/listings/${id}/${what}`)).status).toBe(401);
    expect((await api.send("GET", `/datasets/${id}/${what}`)).status).toBe(404);
  }
});
