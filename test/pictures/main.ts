/** `bun test/pictures/main.ts`: retakes the pictures of `docs/pictures/` from this working tree. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startDemo } from "./demo.ts";
import { compress, takePictures } from "./take.ts";

const folder = join(import.meta.dir, "../../docs/pictures");
const demo = await startDemo();
try {
  const pictures = await takePictures(demo.baseUrl);
  mkdirSync(folder, { recursive: true });
  const former = readdirSync(folder).filter((name) => name.endsWith(".webp"));
  for (const name of former) rmSync(join(folder, name));
  let bytes = 0;
  for (const picture of pictures) {
    const file = await compress(picture);
    bytes += file.length;
    writeFileSync(join(folder, picture.file), file);
  }
  console.log(`${pictures.length} pictures, ${Math.round(bytes / 1024)} KiB, in docs/pictures`);
} finally {
  await demo.close();
}
