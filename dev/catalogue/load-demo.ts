/** The whole demo: the catalogue, and the actions of its buyers. */
import { z } from "zod";
import { demoDatasets } from "./datasets.ts";
import type { DemoDataset } from "./demo-dataset.ts";
import { openDemoMarket } from "./demo-market.ts";
import { type LoadedCatalogue, loadCatalogue } from "./load-catalogue.ts";
import { openPeople, type People } from "./people.ts";
import { openSellers, type SellersOptions } from "./sellers.ts";

export type DemoOptions = SellersOptions & {
  /** The API's environment; null if payments are not a stand-in, so that nobody buys. */
  env: Record<string, string | undefined> | null;
  datasets?: DemoDataset[];
};

/** Returns the id of a free dataset, as an example. Rejects with the answer to a failed step. */
export async function loadDemo(options: DemoOptions): Promise<string | undefined> {
  const { env } = options;
  if (env === null) return (await loadCatalogue(options)).exampleId;
  const market = openDemoMarket(env);
  try {
    const sellers = await openSellers(options);
    const people = await openPeople(market, options);
    const loaded = await loadCatalogue({
      ...options,
      async publishEnded(listingId, { seller, auction }) {
        if (auction === undefined || !("endedHoursAgo" in auction)) return;
        const { id: agentId } = await sellers[seller].readAgent();
        const agent = { kind: "agent", agentId, verified: true } as const;
        const bidders = people.operators;
        await market.publishEnded({ agent, listingId, auction, bidders });
      },
    });
    await actOnce(people, loaded, options.datasets ?? demoDatasets);
    return loaded.exampleId;
  } finally {
    await market.close();
  }
}

const idSchema = z.object({ id: z.string() });
const sentSchema = z.object({ thread_id: z.string() });

/**
 * Bids, purchases in two states, reviews with answers, a question with its answer, and a data
 * request.
 */
async function actOnce(
  people: People,
  { listings, sellers }: LoadedCatalogue,
  datasets: DemoDataset[],
): Promise<void> {
  for (const { title, auction } of datasets) {
    const id = listings.get(title)?.id;
    if (id === undefined || auction === undefined || !("days" in auction)) continue;
    await people.once(`bids on ${title}`, async () => {
      for (const { by, maxCents } of auction.bids ?? []) {
        const body = { max_amount_cents: maxCents };
        await people.callAs(by, "POST", `/datasets/${id}/bids`, body);
      }
    });
  }
  for (const { by, title, isConfirmed } of purchases) {
    const id = listings.get(title)?.id;
    if (id === undefined) continue;
    await people.once(`purchase of ${title} by ${by}`, async () => {
      const card = { payment_method_id: people.cardOf(by) };
      const bought = await people.callAs(by, "POST", `/datasets/${id}/buy`, card);
      const path = `/purchases/${idSchema.parse(bought).id}/confirm`;
      if (isConfirmed) await people.callAs(by, "POST", path);
    });
  }
  await tryRows(people, listings.get(tried)?.id);
  await bundleUp(people, { listings, sellers });
  for (const { by, title, answer, ...review } of reviews) {
    const id = listings.get(title)?.id;
    if (id === undefined) continue;
    await people.once(`review of ${title} by ${by}`, async () => {
      const posted = await people.callAs(by, "PUT", `/datasets/${id}/review`, review);
      if (answer === undefined) return;
      await sellers["made-up-labs"].answerReview(idSchema.parse(posted).id, answer);
    });
  }
  const asked = listings.get(question.title)?.id;
  if (asked === undefined) return;
  await people.once("question", async () => {
    const body = { message: question.words };
    const sent = await people.callAs("demo-buyer", "POST", `/datasets/${asked}/messages`, body);
    await sellers["made-up-labs"].reply(sentSchema.parse(sent).thread_id, question.answer);
  });
  await people.once("request", () => people.callAs("demo-bidder", "POST", "/requests", wanted));
}

/** Waits until the rows are drawn, then buys the trial, whose credit is then open. */
async function tryRows(people: People, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  await people.once(`trial of ${tried}`, async () => {
    const deadline = performance.now() + TRIAL_WAIT_MS_MAX;
    const isReady = async () => {
      const dataset = await people.callAs("demo-buyer", "GET", `/datasets/${id}`);
      return trialSchema.parse(dataset).trial?.status === "ready";
    };
    while (!(await isReady()) && performance.now() < deadline) await Bun.sleep(500);
    const order = { payment_method_id: people.cardOf("demo-buyer"), trial: true };
    await people.callAs("demo-buyer", "POST", `/datasets/${id}/buy`, order);
  });
}

const trialSchema = z.object({ trial: z.object({ status: z.string() }).nullable() });
const TRIAL_WAIT_MS_MAX = 60_000;
const tried = "Customers, as the old system exported them";

/** A bundle on sale, which one of the buyers has bought. */
async function bundleUp(
  people: People,
  { listings, sellers }: Pick<LoadedCatalogue, "listings" | "sellers">,
): Promise<void> {
  const ids = bundle.titles.flatMap((title) => listings.get(title)?.id ?? []);
  if (ids.length < bundle.titles.length) return;
  await people.once("bundle", async () => {
    const { title, description, price_cents } = bundle;
    const body = { title, description, price_cents, dataset_ids: ids };
    const { id } = idSchema.parse(await sellers["demo-catalogue"].makeBundle(body));
    const card = { payment_method_id: people.cardOf("demo-bidder") };
    await people.callAs("demo-bidder", "POST", `/bundles/${id}/buy`, card);
  });
}

const bundle = {
  titles: ["U.S. postal codes with coordinates", "Health and income of nations"],
  title: "Places and how people live there",
  description: "U.S. postal codes with their places, and health and income of nations.",
  price_cents: 1999,
};

type DemoPurchase = { by: "demo-buyer" | "demo-bidder"; title: string; isConfirmed: boolean };
const purchases: DemoPurchase[] = [
  { by: "demo-buyer", title: "Orders of an online shop, 2025", isConfirmed: true },
  { by: "demo-bidder", title: "Orders of an online shop, 2025", isConfirmed: true },
  { by: "demo-buyer", title: "Health and income of nations", isConfirmed: true },
  { by: "demo-bidder", title: "Customers, as the old system exported them", isConfirmed: true },
  { by: "demo-buyer", title: "U.S. postal codes with coordinates", isConfirmed: false },
];

/** `answer`: by its seller, "made-up-labs". */
type Review = {
  by: DemoPurchase["by"];
  title: string;
  stars: number;
  text: string;
  answer?: string;
};
const reviews: Review[] = [
  {
    by: "demo-buyer",
    title: "Orders of an online shop, 2025",
    stars: 5,
    text: "Complete, one row an order, and the columns are what the description says.",
  },
  {
    by: "demo-bidder",
    title: "Orders of an online shop, 2025",
    stars: 4,
    text: "Good to practise with. I would have liked the time of day, too.",
    answer: "Thank you. The generator knows days alone; its next version shall draw the hour, too.",
  },
  {
    by: "demo-bidder",
    title: "Customers, as the old system exported them",
    stars: 2,
    text: "As uncleaned as it says. The findings on its page had warned me.",
    answer: "That is its purpose: it is there to practise cleaning with.",
  },
];

const question = {
  title: "Orders of an online shop, 2025",
  words: "Are returned orders taken off the total, or are they only marked?",
  answer: "They are only marked, in the column `returned`. The total stays as it was paid.",
};

const wanted = {
  title: "Hourly counts of cyclists in a city",
  description: "Counts of at least two years, an hour a row, with the place of each counter.",
  category: "sensor",
  columns: ["time", "counter", "count", "latitude", "longitude"],
  min_rows: 17_520,
  budget_cents: 15_000,
};
