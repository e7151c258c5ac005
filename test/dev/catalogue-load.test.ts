/** The demo catalogue is loaded into a stack once, also after a cut. */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { demoDatasets } from "../../dev/catalogue/datasets.ts";
import { loadCatalogue } from "../../dev/catalogue/load-catalogue.ts";
import { createSellerClient } from "../../dev/catalogue/seller-client.ts";
import { loadSecrets } from "../../dev/secrets.ts";
import { killRunsAfterEach, startDev, untilUp } from "./dev-run.ts";

killRunsAfterEach();

const files = ["global-temp.csv", "unemployment.tsv", "gapminder-health-income.csv", "species.csv"];
const datasets = demoDatasets.filter(({ file }) => files.includes(file));
const itemsSchema = z.object({ items: z.array(z.object({ id: z.string(), title: z.string() })) });

test("the demo catalogue is loaded once, and completed after a cut", async () => {
  const run = await startDev();
  await untilUp(run);
  const baseUrl = `http://localhost:${run.portBase}`;
  const agentFile = join(run.dataDir, "demo-agent.json");
  const lines: string[] = [];
  const options = {
    baseUrl,
    agentFile,
    identity: {
      issuer: `http://127.0.0.1:${run.portBase + 2}`,
      clientId: "dataset-market",
      clientSecret: loadSecrets(run.dataDir).OIDC_CLIENT_SECRET,
    },
    onProgress: (line: string) => lines.push(line),
  };

  // A cut after the first dataset, then one right after the next draft was made.
  await loadCatalogue({ ...options, datasets: datasets.slice(0, 1) });
  const { token } = z
    .object({ token: z.string() })
    .parse(JSON.parse(readFileSync(agentFile, "utf8")));
  const seller = createSellerClient(baseUrl, token);
  const [, second] = datasets;
  const { title = "", description = "" } = second ?? {};
  const draftId = await seller.createDraft({ title, description });

  const shownId = await loadCatalogue({ ...options, datasets });
  const listings = await seller.listListings();
  expect(listings.map((listing) => listing.title).toSorted()).toEqual(
    datasets.map((dataset) => dataset.title).toSorted(),
  );
  expect(listings.map(({ status }) => status)).toEqual(["active", "active", "active", "active"]);
  expect(listings.find((listing) => listing.title === title)?.id).toBe(draftId);
  const found = itemsSchema.parse(await (await fetch(`${baseUrl}/datasets?free=true`)).json());
  expect(found.items.map(({ id }) => id)).toContain(shownId ?? "");

  lines.length = 0;
  await loadCatalogue({ ...options, datasets });
  expect(lines).toEqual(["all 4 demo datasets are there"]);

  // Without the kept token there is a reason, and no second catalogue.
  writeFileSync(agentFile, JSON.stringify({ registrationKey: "of-nobody-at-all", token: "x.y.z" }));
  await expect(loadCatalogue({ ...options, datasets })).rejects.toThrow("gave no token");
}, 90_000);
