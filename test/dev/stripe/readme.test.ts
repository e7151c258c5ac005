/** The stand-in's README lists all of its control addresses and faults. */
import { expect, test } from "bun:test";
import { faultKinds } from "../../../dev/stripe/faults.ts";
import { read, tableAfter } from "../../support/documents/repository-files.ts";

const path = "dev/stripe/README.md";
const table = (name: string) => tableAfter(path, `<!-- ${name}:`);
const firstOf = (rows: string[][]) => rows.map(([first = ""]) => first);

test("its control addresses", () => {
  const routes = read("dev/stripe/controls.ts").matchAll(/^ {4}"([A-Z]+ \/_\w+)": /gm);
  expect(firstOf(table("controls"))).toEqual([...routes].map(([, name = ""]) => name));
});

test("its faults", () => {
  expect(firstOf(table("faults"))).toEqual([...faultKinds]);
});
