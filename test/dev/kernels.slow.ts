/** The stored kernels equal the compiled output of their AssemblyScript sources. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileKernels, kernels } from "../../dev/kernels/compile.ts";

const folder = mkdtempSync(join(tmpdir(), "kernels-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("each program that is kept is its compiled source", () => {
  compileKernels(folder);
  for (const { program } of kernels) {
    const [compiled, kept] = [join(folder, program), join(import.meta.dirname, "../..", program)];
    expect([program, readFileSync(compiled).equals(readFileSync(kept))]).toEqual([program, true]);
  }
}, 120_000);
