/** A seller's contract in the listing's form. */
import { expect, test } from "bun:test";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { visitorOf } from "../visitor.ts";

const api = await forFile(testApi());
const { token, owner } = await sellerAgent(api);

test("fields become the contract and come back; an older page keeps it, faults are at their field", async () => {
  const person = await visitorOf(api, owner);
  const draft = await api.send("POST", "/listings/draft", {
    token,
    body: { title: "Iris", description: "One row a flower.", price_cents: 500 },
  });
  const path = `/account/listings/${draft.body.id}/terms`;
  const contract = async () =>
    (await api.send("GET", `/listings/${draft.body.id}`, { token })).body.contract;
  const base = {
    ...{ title: "Iris", description: "One row a flower.", category: "other" },
    ...{ offer: "buy_it_now", price_cents: "5", act: "save" },
  };
  const fields = {
    ...{ acceptance_rows: "100", acceptance_column_2: "id", acceptance_unique_2: "true" },
    acceptance_json: "",
  };
  await person.submit(path, { ...base, ...fields });
  const saved = {
    schema: [
      {
        quality: [{ metric: "rowCount", mustBeGreaterOrEqualTo: 100 }],
        properties: [{ name: "id", unique: true }],
      },
    ],
  };
  expect(await contract()).toEqual(saved);
  const shown = (await person.open(path)).text;
  expect(shown).toContain('id="acceptance" open');
  expect(shown).toMatch(/name="acceptance_rows"[^>]*value="100"/);
  expect(shown).toMatch(/name="acceptance_column_1"[^>]*value="id"/);
  await person.submit(path, base);
  expect(await contract()).toEqual(saved);
  const refused = await person.submit(path, { ...base, ...fields, acceptance_rows: "many" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('href="#acceptance_rows"');
  expect(refused.text).toContain('value="many"');
  await person.submit(path, { ...base, acceptance_json: JSON.stringify({ schema: [{}] }) });
  expect(await contract()).toEqual(saved);
  await person.submit(path, { ...base, acceptance_json: "" });
  expect(await contract()).toBeNull();
});
