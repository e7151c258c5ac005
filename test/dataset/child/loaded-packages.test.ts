/** What each profile's child loads before it reads a file, which every small file waits for. */
import { expect, test } from "bun:test";
import { isBuiltin } from "node:module";
import { join } from "node:path";

const child = join(import.meta.dirname, "../../../dataset/child/main.ts");

type Metafile = {
  inputs: Record<string, { imports: { path: string; kind: string; external?: boolean }[] }>;
};

test("packages of rarer formats and of schemas are loaded only by what needs them", async () => {
  const options = { entrypoints: [child], target: "bun", packages: "external", metafile: true };
  const { metafile } = (await Bun.build(options as Bun.BuildConfig)) as unknown as {
    metafile: Metafile;
  };
  const { inputs } = metafile;
  const first = Object.keys(inputs).find((path) => path.endsWith("dataset/child/main.ts"));
  const waiting = [first ?? ""];
  const seen = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const imports = inputs[path]?.imports ?? [];
    waiting.push(...imports.flatMap((one) => (one.kind === "dynamic-import" ? [] : [one.path])));
  }
  const packages = [...seen].filter((path) => !path.endsWith(".ts") && !isBuiltin(path));
  const names = new Set(packages.map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0]));
  expect([...names].sort()).toEqual([
    ...["@zip.js/zip.js", "chardet", "d3-time", "file-type", "hyparquet", "hyparquet-compressors"],
    ...["iconv-lite", "nodejs-polars", "snappyjs", "stdnum", "tar-stream", "unbzip2-stream"],
  ]);
});
