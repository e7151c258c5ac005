/** The disk store served by Deno. */
import { diskStoreTests } from "./storage-disk-tests.ts";

diskStoreTests("Deno", denoCommand());

/** The binary itself: its npm launcher is a Node process, whose memory nobody asks about. */
function denoCommand(): string[] {
  const launcher = Bun.resolveSync("deno/package.json", import.meta.dir);
  const binary = Bun.resolveSync(`@deno/${denoPlatform()}/package.json`, launcher);
  return [binary.replace(/package\.json$/, "deno"), "run", "--allow-all", "--no-check"];
}

function denoPlatform(): string {
  return process.platform === "linux"
    ? `linux-${process.arch}-glibc`
    : `${process.platform}-${process.arch}`;
}
