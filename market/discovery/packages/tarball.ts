/** An npm package as a tarball, which `npm` and `npx` install directly from an address. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { pack } from "tar-stream";
import type { PackedFile } from "./program-files.ts";

/** A fixed time, so that the same files give the same bytes. */
const packedAt = new Date("2026-01-01T00:00:00Z");
const executable = 0o755;

/** npm expects all files below `package/`. */
export async function tarballOf(files: PackedFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const archive = pack();
  for (const { path, content } of files) {
    archive.entry({ name: `package/${path}`, mode: executable, mtime: packedAt }, content);
  }
  archive.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive) chunks.push(chunk as Uint8Array);
  return new Uint8Array(await promisify(gzip)(Buffer.concat(chunks)));
}
