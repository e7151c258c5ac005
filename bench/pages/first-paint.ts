/**
 * What a person waits for on a cold API: each round starts an API process anew, and a browser that has
 * visited nothing opens one page of it. `bun bench/pages/first-paint.ts [rounds]`. The first byte and the first
 * paint are Chromium's own timing of the navigation.
 */
import type { Browser } from "playwright-core";
import { z } from "zod";
import { launchChromium, openTab } from "../../test/site/chromium.ts";
import { makeCsv } from "../parts/make-csv.ts";
import { publishFile } from "../parts/upload-file.ts";
import { makeVerifiedAgent, type Stack, startStack } from "../stack.ts";

const rounds = Number(process.argv[2] ?? 20);
const GOAL_MS = 100;

/** Of the page that is open, in milliseconds since its address was asked for. */
const readTimes = `new Promise((resolve) => {
  const tell = (paint) => {
    const [navigation] = performance.getEntriesByType("navigation");
    resolve({ firstByteMs: navigation.responseStart, paintMs: paint.startTime });
  };
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName("first-contentful-paint")[0];
    if (paint) tell(paint);
  }).observe({ type: "paint", buffered: true });
})`;

const timesSchema = z.object({ firstByteMs: z.number(), paintMs: z.number() });
type Times = z.infer<typeof timesSchema>;

async function openPage(browser: Browser, url: string): Promise<Times> {
  const { context, page } = await openTab(browser);
  await page.goto(url, { waitUntil: "load" });
  const times = timesSchema.parse(await page.evaluate(readTimes));
  await context.close();
  return times;
}

/** The first page of a process, then the same one of the process that has shown it. */
async function round(stack: Stack, browser: Browser, path: string) {
  const api = await stack.startApi({});
  const cold = await openPage(browser, api.url + path);
  const warm = await openPage(browser, api.url + path);
  await api.stop();
  return { cold, warm };
}

function quantile(values: number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
}

const row = (name: string, times: Times[]) =>
  [
    name,
    ...[0.5, 0.95].map((share) =>
      quantile(
        times.map(({ firstByteMs }) => firstByteMs),
        share,
      ),
    ),
    ...[0.5, 0.95].map((share) =>
      quantile(
        times.map(({ paintMs }) => paintMs),
        share,
      ),
    ),
  ].join(" | ");

const stack = await startStack({ logLevel: "info" });
const browser = await launchChromium();
try {
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const id = await publishFile(agent, "Seen first", makeCsv(1_000_000, 1));
  // The browser's own first page is not the API's.
  await openPage(browser, `${stack.baseUrl}/`);
  process.stdout.write(`${rounds} rounds; the goal is ${GOAL_MS} ms at p95 of the first paint\n`);
  process.stdout.write("page | first byte p50 | p95 | first paint p50 | p95\n");
  for (const [name, path] of [
    ["front page", "/"],
    ["search", "/datasets?query=seen"],
    ["dataset", `/datasets/${id}`],
  ] as const) {
    const seen: Awaited<ReturnType<typeof round>>[] = [];
    for (let at = 0; at < rounds; at += 1) seen.push(await round(stack, browser, path));
    process.stdout.write(
      `${row(
        `${name}, cold`,
        seen.map(({ cold }) => cold),
      )}\n`,
    );
    process.stdout.write(
      `${row(
        `${name}, warm`,
        seen.map(({ warm }) => warm),
      )}\n`,
    );
  }
} finally {
  await browser.close();
  await stack.stop();
}
