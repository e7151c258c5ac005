/**
 * The script of the file's page: parts, lost connections, a closed page, folders, and live
 * progress.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import type { BrowserContext, Page } from "playwright-core";
import { uploads } from "../../../db/schema/index.ts";
import { endJob } from "../../support/listings.ts";
import { expectHeading, newEmail, press, testJourneys } from "../journeys-support.ts";

/** A browser is slow next to other tests on two cores. */
setDefaultTimeout(120_000);

const { world, visit } = await testJourneys();
const folder = await mkdtemp(join(tmpdir(), "upload-"));
afterAll(() => rm(folder, { recursive: true }));

const partBytes = 16 * 1024 ** 2;

/** A person at the file page of a new draft, in a browser with scripts. */
async function startWithScript() {
  const { page: plain, context } = await visit(newEmail("scr"), "/account/sell");
  await plain.getByLabel("What do you sell?").fill("Sent by script");
  await plain.getByLabel("Your name as a seller").fill("Script seller");
  await press(plain, "Next: upload the file");
  await expectHeading(plain, "Upload the file");
  const browser = context.browser();
  if (browser === null) throw new Error("the page has no browser");
  const scripted = await browser.newContext({ baseURL: world.baseUrl });
  await scripted.addCookies(await context.cookies());
  const complaints: string[] = [];
  const page = await openPage(scripted, complaints);
  await page.goto(plain.url());
  return { page, scripted, complaints, id: new URL(plain.url()).pathname.split("/")[3] ?? "" };
}

async function openPage(context: BrowserContext, complaints: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on("pageerror", (error) => complaints.push(error.message));
  return page;
}

async function bigFile(name: string, byteSize: number) {
  const bytes = randomBytes(byteSize);
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, sha256: createHash("sha256").update(bytes).digest("hex") };
}

async function attachedUpload(id: string) {
  const where = and(eq(uploads.listingId, id), eq(uploads.state, "attached"));
  const [row] = await world.api.db.select().from(uploads).where(where);
  if (row === undefined) throw new Error("no upload was attached");
  return row;
}

async function hashOf(storagePath: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of await world.api.ctx.storage.read(storagePath)) hash.update(chunk);
  return hash.digest("hex");
}

const partOf = (url: URL) => url.searchParams.get("part_number");

test("a file resumes after a lost connection and after closing the page, without sending arrived parts again", async () => {
  const { page, scripted, id, complaints } = await startWithScript();
  const file = await bigFile("weather.bin", 3 * partBytes - 5);
  const sent: string[] = [];
  const isSecondPart = (url: URL) => partOf(url) === "2";
  await scripted.route(isSecondPart, (route) => route.abort("connectionreset"));
  scripted.on("requestfinished", (request) => {
    const number = partOf(new URL(request.url()));
    if (number !== null && request.method() === "PUT") sent.push(number);
  });
  await page.locator("#file").setInputFiles(file.path);
  await press(page, "Upload the file");
  await page.getByText("The connection was lost.").waitFor();
  await page.close();
  expect(sent.toSorted()).toEqual(["1", "3"]);

  const again = await openPage(scripted, complaints);
  await again.goto(`/account/listings/${id}/file`);
  await again.getByText("An upload of weather.bin stopped.").waitFor();
  await scripted.unroute(isSecondPart);
  await again.locator("#file").setInputFiles(file.path);
  await press(again, "Upload the file");
  await expectHeading(again, "Check the file");
  expect(sent.toSorted()).toEqual(["1", "2", "3"]);
  const upload = await attachedUpload(id);
  expect(await hashOf(upload.storagePath)).toBe(file.sha256);

  // The progress page notices the end of the job by itself.
  await endJob(world.api, upload.storagePath);
  await again.getByRole("heading", { name: "The file", exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await scripted.close();
});

test("an upload that is paused goes on where it was", async () => {
  const { page, scripted, id } = await startWithScript();
  const file = await bigFile("paused.bin", 2 * partBytes);
  const held: (() => void)[] = [];
  let isHeld = true;
  await scripted.route("**/storage/**", async (route) => {
    if (isHeld) await new Promise<void>((resume) => held.push(resume));
    await route.continue().catch(() => undefined);
  });
  await page.locator("#file").setInputFiles(file.path);
  await press(page, "Upload the file");
  await press(page, "Pause");
  await page.getByText("Paused. Uploaded parts are kept").waitFor();
  isHeld = false;
  for (const resume of held) resume();
  await press(page, "Resume");
  await expectHeading(page, "Check the file");
  expect(await hashOf((await attachedUpload(id)).storagePath)).toBe(file.sha256);
  await scripted.close();
});

test("a folder is one dataset of its files", async () => {
  const { page, scripted, id } = await startWithScript();
  const top = join(folder, "birds");
  await mkdir(join(top, "2024"), { recursive: true });
  await writeFile(join(top, "2024", "a.csv"), "bird,count\nwren,3\n");
  await writeFile(join(top, "b.csv"), "bird,count\ntit,9\n");
  await page.locator("#folder").setInputFiles(top);
  await press(page, "Upload the file");
  await expectHeading(page, "Check the file");
  expect((await attachedUpload(id)).fileCount).toBe(2);
  await scripted.close();
});

test("what the script asks is refused to other sites, without the form's token, and for others' drafts", async () => {
  const { page, scripted, id } = await startWithScript();
  const other = await startWithScript();
  const ask = (path: string, headers: Record<string, string>) =>
    page.request.post(path, {
      headers: { "content-type": "application/json", ...headers },
      data: '{"byte_size":5}',
    });
  const token = await page.locator("input[name=form_token]").first().inputValue();
  const own = { "x-form-token": token, "sec-fetch-site": "same-origin" };
  const path = `/account/listings/${id}/uploads`;
  expect((await ask(path, own)).status()).toBe(200);
  expect((await ask(path, { ...own, "sec-fetch-site": "cross-site" })).status()).toBe(403);
  expect((await ask(path, { ...own, "x-form-token": "made-up" })).status()).toBe(403);
  const refused = await ask(`/account/listings/${other.id}/uploads`, own);
  expect([refused.status(), (await refused.json()).code]).toEqual([404, "listing_not_found"]);
  await scripted.close();
  await other.scripted.close();
});
