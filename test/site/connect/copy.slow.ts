/** The copy buttons: on four pages, and none without scripts. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { expectToSuitEverybody } from "../accessibility/accessibility.ts";
import { createKey, newEmail, testJourneys } from "../journeys-support.ts";

/** A browser is slow next to other tests on two cores. */
setDefaultTimeout(120_000);

/** The same duration as in site/scripts/copy.js. */
const saidMs = 3000;

const { world, visit } = await testJourneys();

test("an address, a hash, a snippet and a new key are copied by their buttons, and said to be", async () => {
  const person = await visit(newEmail("cop"), "/account");
  const secret = await createKey(person, "pasted");
  expect(await person.page.getByRole("button", { name: /^Copy/ }).count()).toBe(0);
  const browser = person.context.browser();
  if (browser === null) throw new Error("the page has no browser");
  const scripted = await browser.newContext({ baseURL: world.baseUrl });
  await scripted.grantPermissions(["clipboard-read", "clipboard-write"]);
  await scripted.addCookies(await person.context.cookies());
  // The message stays for three seconds, so the page's clock is moved forward.
  await scripted.clock.install();
  const page = await scripted.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));

  async function expectCopied(name: string): Promise<string> {
    const button = page.getByRole("button", { name, exact: true });
    await button.waitFor();
    await button.press("Enter");
    await page.getByRole("status").getByText("Copied", { exact: true }).waitFor();
    const copied = String(await page.evaluate("navigator.clipboard.readText()"));
    await page.clock.fastForward(saidMs);
    await page
      .getByRole("status")
      .getByText("Copied", { exact: true })
      .waitFor({ state: "hidden" });
    return copied;
  }

  await page.goto(person.page.url());
  expect(await expectCopied("Copy the key")).toBe(secret);
  expect(await expectCopied("Copy the command")).toStartWith("curl ");
  await expectToSuitEverybody(page, "key with buttons");

  const dataset = await world.offer();
  await page.goto(`/datasets/${dataset}`);
  expect(await expectCopied("Copy the SHA-256")).toMatch(/^[0-9a-f]{64}$/);
  await page.goto(`/datasets/${dataset}/use`);
  expect(await expectCopied("Copy what to say")).toContain(dataset);

  await page.goto("/connect");
  expect(await expectCopied("Copy the address")).toEndWith("/mcp");
  await expectToSuitEverybody(page, "connect with buttons");
  expect(complaints).toEqual([]);
  await scripted.close();
});
