/** People's devices and sessions, in browsers without scripts. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { expectHeading, newEmail, press, testJourneys, textOf } from "./journeys-support.ts";

/** Browsers are slow next to other tests on two cores. */
setDefaultTimeout(120_000);

const { visit } = await testJourneys();

test("a person sees three devices, signs one out, then all others, and both have to sign in again", async () => {
  const email = newEmail("devi");
  const here = await visit(email);
  const second = await visit(email);
  const third = await visit(email);
  const { page } = here;
  await page.goto("/account/devices");
  await expectHeading(page, "Sessions");
  const rows = page.getByRole("table").getByRole("row");
  expect(await rows.count()).toBe(1 + 3);
  const own = rows.filter({ hasText: "This browser" });
  expect(await own.count()).toBe(1);
  expect(await textOf(own.first())).toContain("Chrome");
  expect(await own.getByRole("button").count()).toBe(0);

  const signOut = page.getByRole("button", { name: /^Sign out(?! all)/ });
  const others = rows
    .filter({ hasNotText: "This browser" })
    .filter({ has: page.getByRole("button") });
  expect(await others.count()).toBe(2);
  await others.first().getByRole("button").click();
  await expectHeading(page, "Sessions");
  await rows.nth(2).waitFor();
  expect(await rows.count()).toBe(1 + 2);
  expect(await signOut.count()).toBeGreaterThan(0);

  await press(page, "Sign out all other sessions");
  await expectHeading(page, "Sessions");
  await page
    .getByRole("button", { name: "Sign out all other sessions" })
    .waitFor({ state: "detached" });
  expect(await rows.count()).toBe(1 + 1);

  for (const other of [second, third]) {
    const answer = await other.context.request.get("/account", { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([
      303,
      "/auth/sign-in?return_to=%2Faccount",
    ]);
  }
  await page.goto("/account");
  await expectHeading(page, "Overview");
});
