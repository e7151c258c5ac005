/** People's use of API keys, over the whole service, in a browser without scripts. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  createKey,
  expectHeading,
  expectNotice,
  newEmail,
  press,
  testJourneys,
  textOf,
} from "./journeys-support.ts";

/** A browser is slow next to other tests on two cores. */
setDefaultTimeout(60_000);

const { world, visit } = await testJourneys();

describe("an API key", () => {
  test("is created with limits, its secret shown once, and works at the API", async () => {
    const person = await visit(newEmail("carla"));
    const { page } = person;
    await page.goto("/account/keys/new");
    await page.getByLabel("Name").fill("crawler");
    await page.getByLabel("Budget (USD)").fill("120.50");
    await page.getByLabel("Budget period").selectOption("a week");
    await page.getByLabel("At most per purchase (USD)").fill("9.99");
    await page.getByLabel("Sensor").check();
    await press(page, "Create the key");
    await expectHeading(page, "Your new API key");
    const secret = await textOf(page.locator(".secret"));
    expect(secret).toMatch(/^dm_test_[\w-]{43}$/);
    expect(page.url()).toMatch(/\/account\/keys\/[0-9a-f-]{36}\/secret$/);
    await page.reload();
    expect(await textOf(page.locator(".secret"))).toBe(secret);
    await page.getByText("Claude Code", { exact: true }).click();
    const command = page.locator("details[open] code");
    expect(await textOf(command)).toContain(`--header 'Authorization: Bearer ${secret}'`);
    await press(page, "I have copied it");
    await expectHeading(page, "API keys");

    const me = await world.api.send("GET", "/operator/me", { token: secret });
    expect(me.body).toMatchObject({
      key: {
        name: "crawler",
        scopes: ["purchase", "read"],
        limits: {
          max_per_purchase_cents: 999,
          budget_cents: 12_050,
          budget_period: "week",
          categories: ["sensor"],
        },
      },
    });
    const { id } = me.body.key as { id: string };
    for (const path of ["/account/keys", `/account/keys/${id}`, "/account/audit", "/account"]) {
      await page.goto(path);
      expect(await page.content()).not.toContain(secret);
    }
  });

  test("comes back as it was typed when something is wrong, with the error at its field", async () => {
    const { page } = await visit(newEmail("dora"), "/account/keys/new");
    await page.getByLabel("Name").fill("greedy");
    await page.getByLabel("Budget (USD)").fill("a lot");
    await page.getByLabel("Sensor").check();
    await page.getByLabel("Expires on").fill("2020-01-01");
    await press(page, "Create the key");
    const budget = page.getByLabel("Budget (USD)");
    expect(await budget.getAttribute("aria-invalid")).toBe("true");
    expect(await budget.inputValue()).toBe("a lot");
    expect(await page.getByLabel("Sensor").isChecked()).toBe(true);
    expect(await textOf(page.locator("#budget_cents-error"))).toContain("Enter an amount");

    await budget.fill("20");
    await press(page, "Create the key");
    await page.getByText("The expiry must be in the future.").first().waitFor();
    expect(await page.getByLabel("Expires on").inputValue()).toBe("2020-01-01");
    await page.goto("/account/keys");
    await page.getByRole("heading", { name: "No key yet" }).waitFor();
  });

  test("has a budget by default, and none only by a tick with its warning", async () => {
    const person = await visit(newEmail("dan"));
    const { page } = person;
    const limitsOf = async (secret: string) => {
      const me = await world.api.send("GET", "/operator/me", { token: secret });
      return (me.body.key as { limits: unknown }).limits;
    };
    const limited = await createKey(person, "careful");
    expect(await limitsOf(limited)).toMatchObject({ budget_cents: 5000, budget_period: "month" });

    await page.goto("/account/keys/new");
    await page.getByLabel("Name").fill("boundless");
    await page.getByLabel("Budget (USD)").fill("");
    await press(page, "Create the key");
    await page.getByRole("alert").waitFor();
    await page.getByText("Anyone who gets the key can charge your cards").waitFor();
    await page.getByLabel("Let the key spend without a budget").check();
    await press(page, "Create the key");
    const boundless = await textOf(page.locator(".secret"));
    expect(await limitsOf(boundless)).toMatchObject({ budget_cents: null });

    await page.goto("/account/keys");
    await page.getByRole("link", { name: "boundless" }).click();
    expect(await page.getByLabel("Let the key spend without a budget").isChecked()).toBe(true);
    await press(page, "Save");
    await expectNotice(page, "The key's limits are saved.");
    await page.getByLabel("Budget (USD)").fill("5");
    await press(page, "Save");
    await page.getByText("clear “Without a budget”").first().waitFor();
    await page.getByLabel("Let the key spend without a budget").uncheck();
    await press(page, "Save");
    await expectNotice(page, "The key's limits are saved.");
    expect(await limitsOf(boundless)).toMatchObject({ budget_cents: 500 });
  });

  test("gets new limits, and is refused at once when it is revoked", async () => {
    const person = await visit(newEmail("eve"));
    const { page } = person;
    const secret = await createKey(person, "helper");
    await page.goto("/account/keys");
    await page.getByRole("link", { name: "helper" }).click();
    await page.getByLabel("Budget (USD)").fill("5");
    await press(page, "Save");
    await expectNotice(page, "The key's limits are saved.");
    const me = await world.api.send("GET", "/operator/me", { token: secret });
    expect(me.body).toMatchObject({ key: { limits: { budget_cents: 500 } } });

    await page.getByText("Revoke this key").click();
    await press(page, "Revoke the key");
    await expectNotice(page, "The key is revoked.");
    const refused = await world.api.send("GET", "/operator/me", { token: secret });
    expect([refused.status, refused.body.code]).toEqual([401, "token_revoked"]);
  });
});
