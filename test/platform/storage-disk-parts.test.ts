/** Two files of one part, which a process leaves behind that dies after it has stored the second one. */
import { expect, test } from "bun:test";
import { mkdtemp, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diskLayout } from "../../platform/storage/disk-files.ts";
import { createDiskMultipart } from "../../platform/storage/disk-multipart.ts";

for (const newest of ["a", "b"]) {
  test(`the part that arrived last counts: ${newest}`, async () => {
    const layout = diskLayout(await mkdtemp(join(tmpdir(), "storage-parts-")));
    const { startMultipart, listParts } = createDiskMultipart(layout);
    const id = await startMultipart("some/key");
    const md5s = ["a", "b"].map((letter) => letter.repeat(32));
    for (const md5 of md5s) {
      const path = join(String(layout.multipartFolder(id)), `part-00001.${md5}`);
      await Bun.write(path, md5);
      const seconds = md5.startsWith(newest) ? 2_000 : 1_000;
      await utimes(path, seconds, seconds);
    }
    const parts = await listParts("some/key", id);
    expect(parts?.map(({ etag }) => etag)).toEqual([`"${newest.repeat(32)}"`]);
  });
}
