/** The demo catalogue is loaded into a stack once, also after an interruption. */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { demoDatasets } from "../../dev/catalogue/datasets.ts";
import { loadCatalogue } from "../../dev/catalogue/load-catalogue.ts";
import { loadDemo } from "../../dev/catalogue/load-demo.ts";
import { createSellerClient } from "../../dev/catalogue/seller-client.ts";
import { agentFile } from "../../dev/catalogue/sellers.ts";
import { commonVariables } from "../../dev/parts-table.ts";
import { loadSecrets } from "../../dev/secrets.ts";
import { readSettings } from "../../dev/settings.ts";
import { eventually } from "../support/stack.ts";
import { killRunsAfterEach, type Run, startDev, untilUp } from "./dev-run.ts";

killRunsAfterEach();

/** The variables that `bun dev` gives its API, as far as the demo's use cases need them. */
function apiVariables(run: Run): Record<string, string> {
  const { dataDir, portBase } = run;
  const secrets = loadSecrets(dataDir);
  const settings = readSettings({ DATA_DIR: dataDir, PORT_BASE: String(portBase) });
  return {
    ...commonVariables(settings, secrets),
    DATABASE_URL: `postgres://postgres@127.0.0.1:${settings.ports.postgres}/market`,
    NATS_URL: `nats://127.0.0.1:${settings.ports.nats}`,
    OIDC_ISSUER: `http://127.0.0.1:${settings.ports.identity}`,
    OIDC_CLIENT_ID: "dataset-market",
    OIDC_CLIENT_SECRET: secrets.OIDC_CLIENT_SECRET,
    ALLOW_INSECURE_LOOPBACK: "true",
    RESEND_API_KEY: secrets.RESEND_API_KEY,
    STRIPE_API_BASE_URL: `http://127.0.0.1:${settings.ports.payments}`,
    STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
    STORAGE_DIR: join(dataDir, "storage"),
    STORAGE_SIGNING_SECRET: secrets.STORAGE_SIGNING_SECRET,
  };
}

const files = ["global-temp.csv", "unemployment.tsv", "gapminder-health-income.csv", "species.csv"];
const datasets = demoDatasets.filter(({ file }) => files.includes(file));
const purchasesSchema = z.object({
  items: z.array(
    z.object({
      dataset_title: z.string(),
      status: z.string(),
      trial: z.object({ rows: z.number() }).nullable(),
    }),
  ),
});
const bundlesSchema = z.object({
  items: z.array(z.object({ status: z.string(), datasets: z.array(z.object({})) })),
});
const reviewsSchema = z.object({
  items: z.array(z.object({ stars: z.number(), answer: z.object({}).nullable() })),
});
const itemsSchema = z.object({ items: z.array(z.object({ id: z.string(), title: z.string() })) });

test("the demo catalogue is loaded once, and completed after a cut", async () => {
  const run = await startDev();
  await untilUp(run);
  const baseUrl = `http://localhost:${run.portBase}`;
  const file = agentFile(run.dataDir, "demo-catalogue");
  const lines: string[] = [];
  const options = {
    baseUrl,
    dataDir: run.dataDir,
    identity: {
      issuer: `http://127.0.0.1:${run.portBase + 2}`,
      clientId: "dataset-market",
      clientSecret: loadSecrets(run.dataDir).OIDC_CLIENT_SECRET,
    },
    onProgress: (line: string) => lines.push(line),
  };

  // An interruption after the first dataset, then one right after the next draft was made.
  await loadCatalogue({ ...options, datasets: datasets.slice(0, 1) });
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(readFileSync(file, "utf8")));
  const seller = createSellerClient(baseUrl, token);
  const [, second] = datasets;
  const { title = "", description = "" } = second ?? {};
  const draftId = await seller.createDraft({ title, description });

  const { exampleId } = await loadCatalogue({ ...options, datasets });
  const listings = await seller.listListings();
  expect(listings.map((listing) => listing.title).toSorted()).toEqual(
    datasets.map((dataset) => dataset.title).toSorted(),
  );
  expect(listings.map(({ status }) => status)).toEqual(["active", "active", "active", "active"]);
  expect(listings.find((listing) => listing.title === title)?.id).toBe(draftId);
  const found = itemsSchema.parse(await (await fetch(`${baseUrl}/datasets?free=true`)).json());
  expect(found.items.map(({ id }) => id)).toContain(exampleId ?? "");

  lines.length = 0;
  await loadCatalogue({ ...options, datasets });
  expect(lines).toEqual(["all 4 demo datasets are there"]);

  // Without the stored token loading fails with a reason, and creates no second catalogue.
  writeFileSync(file, JSON.stringify({ registrationKey: "of-nobody-at-all", token: "x.y.z" }));
  await expect(loadCatalogue({ ...options, datasets })).rejects.toThrow("not at hand");
  const later = itemsSchema.parse(await (await fetch(`${baseUrl}/datasets?free=true`)).json());
  expect(later.items).toHaveLength(found.items.length);
}, 180_000);

test("the demo's people buy, bid and win, once however often it starts", async () => {
  const run = await startDev();
  await untilUp(run);
  const baseUrl = `http://localhost:${run.portBase}`;
  const shown = new Set([
    ...["greenhouse-sensors", "obesity.json", "shop-orders", "power-prices"],
    ...["customer-export", "gapminder-health-income.csv", "zipcodes.csv"],
  ]);
  const options = {
    baseUrl,
    dataDir: run.dataDir,
    identity: {
      issuer: `http://127.0.0.1:${run.portBase + 2}`,
      clientId: "dataset-market",
      clientSecret: loadSecrets(run.dataDir).OIDC_CLIENT_SECRET,
    },
    env: apiVariables(run),
    datasets: demoDatasets.filter(({ file }) => shown.has(file)),
    onProgress: () => {},
  };
  await loadDemo(options);
  await loadDemo(options);

  const people = readFileSync(join(run.dataDir, "demo-people.json"), "utf8");
  const { buyers } = z
    .object({ buyers: z.record(z.string(), z.object({ secret: z.string() })) })
    .parse(JSON.parse(people));
  const headers = { Authorization: `Bearer ${buyers["demo-buyer"]?.secret}` };
  const purchases = await eventually(async () => {
    const answer = await fetch(`${baseUrl}/purchases`, { headers });
    const { items } = purchasesSchema.parse(await answer.json());
    return items.every(({ status }) => status !== "payment_pending") && items.length === 5
      ? items
      : undefined;
  });
  const stateOf = new Map(purchases.map((one) => [one.dataset_title, one.status]));
  expect(stateOf.get("Orders of an online shop, 2025")).toBe("released");
  expect(stateOf.get("A month in a greenhouse, every ten minutes")).toBe("in_escrow");
  const trials = purchases.filter(({ trial }) => trial !== null);
  expect(trials.map((one) => [one.dataset_title, one.trial])).toEqual([
    ["Customers, as the old system exported them (trial: 50 rows)", { rows: 50 }],
  ]);
  const bundles = bundlesSchema.parse(await (await fetch(`${baseUrl}/bundles`)).json());
  expect(bundles.items.map(({ status, datasets }) => [status, datasets.length])).toEqual([
    ["open", 2],
  ]);
  const found = itemsSchema.parse(await (await fetch(`${baseUrl}/datasets`)).json());
  const orders = found.items.find(({ title }) => title === "Orders of an online shop, 2025");
  const reviewed = await (await fetch(`${baseUrl}/datasets/${orders?.id}/reviews`)).json();
  const { items: reviews } = reviewsSchema.parse(reviewed);
  expect(reviews.map(({ stars, answer }) => [stars, answer !== null]).toSorted()).toEqual([
    [4, true],
    [5, false],
  ]);
  expect(found.items.map(({ title }) => title).toSorted()).toEqual([
    "Customers, as the old system exported them",
    "Health and income of nations",
    "Hourly power prices and demand, 2025",
    "Orders of an online shop, 2025",
    "U.S. postal codes with coordinates",
  ]);
}, 120_000);
