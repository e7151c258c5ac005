/** Every installed package has an accepted licence (dev/supply/licences.ts). */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { type Installed, listInstalled } from "../../dev/supply/installed.ts";
import { isAllowed, licenceFaults, reviewedPackages } from "../../dev/supply/licences.ts";
import { manifests, rootDir } from "../support/documents/repository-files.ts";

const installed = listInstalled(join(rootDir, "node_modules"));

test("every installed package may be used, and native code is known", () => {
  expect(licenceFaults(installed)).toEqual([]);
});

test("the list has every package of the lock file that is for this machine", () => {
  const names = new Set(installed.map(({ name }) => name));
  const direct = Object.values(manifests).flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  );
  const ownMachine = `${process.platform}-${process.arch}`;
  const isOfOther = (name: string) =>
    /(linux|darwin)-(x|arm)64$/.test(name) && !name.endsWith(ownMachine);
  expect(direct.filter((name) => !names.has(name) && !isOfOther(name))).toEqual([]);
  expect(installed.length).toBeGreaterThan(direct.length * 2);
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["MIT AND GPL-3.0-only", false],
  ["Apache-2.0 WITH LLVM-exception", false],
  ["GPL-3.0-only", false],
  ["AGPL-3.0-or-later", false],
  ["SEE LICENSE IN LICENSE", false],
  ["UNLICENSED", false],
  ["", false],
])("%p alone: %p", (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected);
});

test("a refused licence, a changed one and unknown native code are told by the package's name", () => {
  const one = (fields: Partial<Installed>): Installed => {
    return { name: "some", version: "1.0.0", licence: "MIT", isNative: false, ...fields };
  };
  const faultsOf = (fields: Partial<Installed>) => licenceFaults([...installed, one(fields)]);
  expect(faultsOf({ licence: "GPL-2.0-only" })).toEqual([
    'some@1.0.0: "GPL-2.0-only" is not allowed',
  ]);
  expect(faultsOf({ name: "axe-core", licence: "SSPL-1.0" })).toHaveLength(1);
  expect(faultsOf({ isNative: true })).toEqual([
    "some@1.0.0: contains native code that was not reviewed",
  ]);
  expect(licenceFaults([])).toHaveLength(reviewedPackages.length);
});
