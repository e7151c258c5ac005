/** The stand-in's README tells what it answers: all of it, and nothing else. */
import { expect, test } from "bun:test";
import { faultKinds } from "../../../dev/stripe/faults.ts";
import { operationNames } from "../../../dev/stripe/operations.ts";
import { testCards } from "../../../dev/stripe/resources/test-cards.ts";
import { read, tableAfter } from "../../support/documents/repository-files.ts";

const path = "dev/stripe/README.md";
const table = (name: string) => tableAfter(path, `<!-- ${name}:`);
const firstOf = (rows: string[][]) => rows.map(([first = ""]) => first);

test("its operations, in the order of the table in the code, each with what it does", () => {
  const rows = table("operations");
  expect(firstOf(rows)).toEqual([...operationNames]);
  for (const [name, does] of rows) expect([name, does]).not.toEqual([name, ""]);
});

test("its control addresses", () => {
  const routes = read("dev/stripe/controls.ts").matchAll(/^ {4}"([A-Z]+ \/_\w+)": /gm);
  expect(firstOf(table("controls"))).toEqual([...routes].map(([, name = ""]) => name));
});

test("its faults", () => {
  expect(firstOf(table("faults"))).toEqual([...faultKinds]);
});

test("its test cards, with the last digits of the numbers that Stripe gives them", () => {
  const cards = [...testCards.values()].map(({ id, label, last4 }) => [id, label, last4]);
  expect(table("cards")).toEqual(cards);
});
