/**
 * Compiles the AssemblyScript sources. The compiled programs are committed next to them, so that
 * others do not need the compiler: `bun dev/kernels/compile.ts [folder]`.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repositoryDir = fileURLToPath(new URL("../..", import.meta.url));
const ofAll = "-O3 --noAssert --runtime stub --use abort= --importMemory --initialMemory 1";

/** Each source, its program, and its compiler options in addition to the common ones. */
export const kernels = [
  {
    source: "dataset/kernel/assembly/index.ts",
    program: "dataset/kernel/kernel.wasm",
    options: "--enable simd --enable threads --sharedMemory --maximumMemory 8192",
  },
  {
    source: "market/search/embed/assembly/index.ts",
    program: "market/search/embed/signs.wasm",
    options: "",
  },
  {
    source: "workers/embeddings/kernel/assembly/index.ts",
    program: "workers/embeddings/kernel/kernel.wasm",
    options: "--enable simd",
  },
] as const;

/** Writes the programs to a folder, with their paths in the repository. */
export function compileKernels(folder: string): void {
  const compiler = fileURLToPath(import.meta.resolve("assemblyscript/bin/asc.js"));
  for (const { source, program, options } of kernels) {
    const told = `${ofAll} ${options}`.trim().split(" ");
    const files = [join(repositoryDir, source), "--outFile", join(folder, program)];
    const args = [compiler, ...files, ...told];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`${source} could not be compiled.\n${stderr}`);
  }
}

if (import.meta.main) compileKernels(process.argv[2] ?? repositoryDir);
