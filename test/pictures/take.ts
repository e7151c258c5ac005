/** Takes the site's pictures over a new `bun dev`: the same data, and no times shown. */
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { z } from "zod";
import { launchChromium, openTab } from "../site/chromium.ts";
import { fileOf, type Scheme, schemes, type View, views, type Width, widths } from "./views.ts";

const heights: Record<Width, number> = { 1280: 960, 360: 800 };
const buyer = "demo-buyer@example.com";

/** Replaces text that differs between starts: times, ids, ports, names made of ids. */
const mask = `(() => {
  for (const time of document.querySelectorAll("time")) time.textContent = "1 Jan 2026, 12:00 UTC";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    node.textContent = node.textContent
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b")
      .replaceAll(/localhost:[0-9]+/g, "localhost:4000")
      .replaceAll(/buyer-[0-9a-f]{8}/g, "buyer-3f9a2c1d")
      .replaceAll(/\\b\\d+ (?:seconds|minutes|hours|days)\\b/g, "2 days")
      .replaceAll(/\\b20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d(?::\\d\\d)? UTC/g, "2026-01-01 12:00 UTC");
  }
})()`;

/** Pictures that the page loads only when they come into view. */
const drawImages = `Promise.all([...document.images].map((image) => {
  image.loading = "eager";
  return image.decode().catch(() => {});
}))`;

export type Picture = { view: View; width: Width; scheme: Scheme; file: string; png: Buffer };

/** Takes them one after another; `change` is applied to each page before its picture. */
export async function takePictures(
  baseUrl: string,
  options: { views?: View[]; change?: (page: Page) => Promise<unknown> } = {},
): Promise<Picture[]> {
  const ids = await readIds(baseUrl);
  const browser = await launchChromium();
  try {
    const pictures: Picture[] = [];
    for (const width of widths) {
      pictures.push(...(await takeAtWidth(browser, { baseUrl, ids, width, ...options })));
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

type Round = {
  baseUrl: string;
  ids: Map<string, string>;
  width: Width;
  views?: View[];
  change?: (page: Page) => Promise<unknown>;
};

async function takeAtWidth(browser: Browser, round: Round): Promise<Picture[]> {
  const { baseUrl, ids, width, change } = round;
  const viewport = { width, height: heights[width] };
  const { context, page } = await openTab(browser, { baseURL: baseUrl, viewport });
  page.setDefaultTimeout(30_000);
  const pictures: Picture[] = [];
  for (const view of round.views ?? views) {
    await open(page, view, ids);
    await change?.(page);
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      const png = await page.screenshot({ animations: "disabled" });
      pictures.push({ view, width, scheme, file: fileOf(view.name, width, scheme), png });
    }
  }
  await context.close();
  return pictures;
}

async function open(page: Page, { path, isSignedIn, from }: View, ids: Map<string, string>) {
  const address = path.replace(/\{(.+)\}/, (_, title: string) => {
    const id = ids.get(title);
    if (id === undefined) throw new Error(`There is no dataset "${title}".`);
    return id;
  });
  await page.goto(address, { waitUntil: "load" });
  if (isSignedIn && new URL(page.url()).pathname !== path) {
    const field = page.getByLabel("E-mail address");
    await field.fill(buyer);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`**${path}`);
  }
  await page.evaluate(mask);
  if (from !== undefined) {
    await page.evaluate(`document.querySelector(${JSON.stringify(from)}).scrollIntoView()`);
  }
  await page.evaluate(drawImages);
}

const foundSchema = z.object({ items: z.array(z.object({ id: z.string(), title: z.string() })) });

async function readIds(baseUrl: string): Promise<Map<string, string>> {
  const answer = await fetch(`${baseUrl}/datasets?limit=100`);
  const { items } = foundSchema.parse(await answer.json());
  return new Map(items.map(({ title, id }) => [title, id]));
}

/** The stored form: half of a wide picture's pixels, and few bytes. */
export function compress({ png, width }: Picture): Promise<Buffer> {
  const shrunk = width === 360 ? sharp(png) : sharp(png).resize({ width: 960 });
  return shrunk.webp({ quality: 72, effort: 6, smartSubsample: true }).toBuffer();
}
