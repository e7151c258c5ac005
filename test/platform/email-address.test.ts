/** How addresses of people are compared. */
import { expect, test } from "bun:test";
import { loadConfig } from "../../platform/config.ts";
import { foldEmail, isPlainEmail } from "../../platform/email-address.ts";
import { testEnv } from "../support/stack.ts";

test.each([
  ["Ada@Example.COM", "ada@example.com", true],
  ["ada+Tag@example.com", "ada+tag@example.com", true],
  ['"A b"@example.com', '"a b"@example.com', true],
  ["\u212Aim@example.com", "\u212Aim@example.com", false],
  ["\u0130da@example.com", "\u0130da@example.com", false],
  ["\u00C4da@example.com", "\u00C4da@example.com", false],
  ["\uFF2Bim@example.com", "\uFF2Bim@example.com", false],
  ["ada@example.com\n", "ada@example.com\n", false],
])("%j is folded to %j, and names a person: %p", (given, folded, isPlain) => {
  expect([foldEmail(given), isPlainEmail(given)]).toEqual([folded, isPlain]);
});

test("administrators are named by addresses in ASCII, or the process does not start", async () => {
  const load = async (addresses: string) =>
    loadConfig(await testEnv({ ADMIN_EMAILS: addresses })).ADMIN_EMAILS;
  expect(await load(" Ada@Example.com, kim@example.com ,")).toEqual([
    "ada@example.com",
    "kim@example.com",
  ]);
  await expect(load("\u212Aim@example.com")).rejects.toThrow("ADMIN_EMAILS");
});
