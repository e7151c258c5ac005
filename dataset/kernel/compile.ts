/**
 * Compiles `assembly/` to `kernel.wasm`, which is kept beside it so that nobody else needs the compiler:
 * `bun dataset/kernel/compile.ts [file]`.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const options =
  "-O3 --noAssert --runtime stub --use abort= --enable simd --enable threads --importMemory " +
  "--sharedMemory --initialMemory 1 --maximumMemory 8192";

/** Writes the program to a file. */
export function compileKernel(file: string): void {
  const entry = fileURLToPath(new URL("assembly/index.ts", import.meta.url));
  const compiler = fileURLToPath(import.meta.resolve("assemblyscript/bin/asc.js"));
  const args = [compiler, entry, "--outFile", file, ...options.split(" ")];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The kernel could not be compiled.\n${stderr}`);
}

if (import.meta.main) {
  compileKernel(process.argv[2] ?? fileURLToPath(new URL("kernel.wasm", import.meta.url)));
}
