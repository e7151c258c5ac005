/**
 * How long a person waits for the first page of a cold API. Each round starts a new API process,
 * and a browser without a cache for it opens one page. For comparison, the same browser opens a
 * blank page of a bare server and the page's text without styles, scripts and pictures. The
 * difference is our own share. `bun bench/pages/first-paint.ts [rounds] [--flags NAME …]
 * [--against FOLDER]`; `--flags all` tries all `flagSets`; `--against` names another checkout, with
 * its packages, whose API takes turns with this one's. First byte and first paint are Chromium's own
 * navigation timing.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { z } from "zod";
import { launchChromium, openTab } from "../../test/site/chromium.ts";
import { makeCsv } from "../parts/make-csv.ts";
import { type Stack, untilWarm } from "../stack.ts";

const GOAL_MS = 100;

/** Start options for Chromium. Some may paint sooner without a graphics card. */
const flagSets: Record<string, readonly string[]> = {
  plain: [],
  "draw-at-once": ["--run-all-compositor-stages-before-draw"],
  "no-frame-limit": ["--disable-frame-rate-limit", "--disable-gpu-vsync"],
  "gpu-in-process": ["--in-process-gpu"],
  "one-process": ["--single-process"],
  "no-compositing": ["--disable-gpu-compositing", "--disable-software-rasterizer"],
  "scale-1": ["--force-device-scale-factor=1"],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { flags: { type: "string", multiple: true }, against: { type: "string" } },
});
const rounds = Number(positionals[0] ?? 20);
const asked = values.flags ?? ["plain"];
const names = asked.includes("all") ? Object.keys(flagSets) : asked;

/** The timings of the open page, in milliseconds since the navigation began. */
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

/** Chromium reports a first contentful paint only if the page has at least one word. */
const blankHtml = "<!doctype html><html lang=en><title>Blank</title><p>Blank";
/** The bare server's answer at `/text`: only the text of the measured page. */
let textHtml = blankHtml;
const serveBare = () =>
  Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) =>
      new Response(url.endsWith("/text") ? textHtml : blankHtml, {
        headers: { "content-type": "text/html; charset=utf-8" },
      }),
  });
const blank = serveBare();
/**
 * The tab's previous page, from another server, so that no measured server has an open connection.
 */
const before = serveBare();

async function openPage(browser: Browser, url: string): Promise<Times> {
  const { context, page } = await openTab(browser);
  // A person comes from another page, so the browser's process for the tab already exists.
  await page.goto(before.url.href, { waitUntil: "load" });
  await page.evaluate(readTimes);
  await page.goto(url, { waitUntil: "load" });
  const times = timesSchema.parse(await page.evaluate(readTimes));
  await context.close();
  return times;
}

/** The page without styles, scripts and pictures: the least work for this much text. */
async function readText(url: string): Promise<string> {
  const page = await (await fetch(url, { headers: { accept: "text/html" } })).text();
  return page.replaceAll(/<link[^>]*>|<script[\s\S]*?<\/script>|<svg[\s\S]*?<\/svg>/g, "");
}

type Round = { blank: Times; cold: Times; warm: Times; text: Times };

/** Opens a blank page, a new process's first page, the same page again, and only its text. */
async function round(stack: Stack, browser: Browser, path: string): Promise<Round> {
  const api = await stack.startApi({});
  await untilWarm(api.url);
  const ofBlank = await openPage(browser, blank.url.href);
  const cold = await openPage(browser, api.url + path);
  const warm = await openPage(browser, api.url + path);
  textHtml = await readText(api.url + path);
  const text = await openPage(browser, `${blank.url.href}text`);
  await api.stop();
  return { blank: ofBlank, cold, warm, text };
}

/** A checkout's own services with one dataset. */
type Side = { name: string; stack: Stack; datasetPath: string };

async function openSide(name: string, folder: string): Promise<Side> {
  const stacks: typeof import("../stack.ts") = await import(join(folder, "bench/stack.ts"));
  const uploads: typeof import("../parts/upload-file.ts") = await import(
    join(folder, "bench/parts/upload-file.ts")
  );
  const stack = await stacks.startStack({ logLevel: "info" });
  const agent = await stacks.makeVerifiedAgent(stack.database, stack.baseUrl);
  const id = await uploads.publishFile(agent, "Seen first", makeCsv(1_000_000, 1));
  return { name, stack, datasetPath: `/datasets/${id}` };
}

function quantile(figures: number[], share: number): string {
  const sorted = figures.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
}

/** First byte, first paint, and the extra time of our page over its round's blank page. */
function row(name: string, seen: Round[], kind: keyof Round): string {
  const columns = [
    seen.map((one) => one[kind].firstByteMs),
    seen.map((one) => one[kind].paintMs),
    seen.map((one) => one[kind].paintMs - one.blank.paintMs),
  ];
  const cells = columns.flatMap((figures) => [quantile(figures, 0.5), quantile(figures, 0.95)]);
  return `${[name, ...cells].join(" | ")}\n`;
}

/** The other checkout's first paint less this one's, round by round. */
function pairRow(kind: "cold" | "warm", [own = [], other = []]: Round[][]): string {
  const more = own.map((one, at) => (other[at]?.[kind].paintMs ?? 0) - one[kind].paintMs);
  const figures = [0, 0.5, 1].map((share) => quantile(more, share)).join(" | ");
  return `other less this, ${kind}, first paint: least | median | most | ${figures}\n`;
}

async function runWith(sides: Side[], browser: Browser) {
  // The browser's own first page does not count.
  await openPage(browser, blank.url.href);
  const pages: [name: string, pathOf: (side: Side) => string][] = [
    ["front page", () => "/"],
    ["search", () => "/datasets?query=seen"],
    ["dataset", ({ datasetPath }) => datasetPath],
  ];
  for (const [name, pathOf] of pages) {
    const seen: Round[][] = sides.map(() => []);
    for (let at = 0; at < rounds; at += 1) {
      const turns = [...sides.entries()];
      // Who begins changes with each round.
      for (const [index, side] of at % 2 === 0 ? turns : turns.toReversed()) {
        seen[index]?.push(await round(side.stack, browser, pathOf(side)));
      }
    }
    for (const [index, side] of sides.entries()) {
      const rows = seen[index] ?? [];
      const of = sides.length === 1 ? "" : `, ${side.name}`;
      process.stdout.write(row(`${name}${of}, cold`, rows, "cold"));
      process.stdout.write(row(`${name}${of}, warm`, rows, "warm"));
      process.stdout.write(row(`${name}${of}, text alone, bare server`, rows, "text"));
      process.stdout.write(row("blank, bare server", rows, "blank"));
    }
    if (sides.length > 1) process.stdout.write(pairRow("cold", seen) + pairRow("warm", seen));
  }
}

const sides: Side[] = [];
try {
  sides.push(await openSide("this", join(import.meta.dir, "../..")));
  if (values.against !== undefined) sides.push(await openSide("other", resolve(values.against)));
  process.stdout.write(`${rounds} rounds; the goal is ${GOAL_MS} ms at p95 of the first paint\n`);
  for (const name of names) {
    const flags = flagSets[name];
    if (flags === undefined) throw new Error(`There are ${Object.keys(flagSets).join(", ")}.`);
    process.stdout.write(`\nChromium ${name}: ${flags.join(" ") || "as the tests start it"}\n`);
    process.stdout.write(
      "page | first byte p50 | p95 | first paint p50 | p95 | paint beyond blank p50 | p95\n",
    );
    const browser = await launchChromium(flags);
    try {
      await runWith(sides, browser);
    } finally {
      await browser.close();
    }
  }
} finally {
  await blank.stop();
  await before.stop();
  await Promise.all(sides.map(({ stack }) => stack.stop()));
}
