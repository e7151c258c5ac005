/** The Python SDK as a wheel, for `pip install` directly from this service. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { type Service, serviceVersion } from "../../service.ts";

const packedAt = new Date("2026-01-01T00:00:00Z");
const source = new URL("../../../sdk-python/src/dataset_market/", import.meta.url);
const info = `dataset_market-${serviceVersion}.dist-info`;

/** The binary distribution format 1.0 (packaging.python.org); the package names this service. */
export async function pythonWheel(service: Service): Promise<Uint8Array<ArrayBuffer>> {
  const names = (await readdir(source)).filter((name) => /\.py$|^py\.typed$/.test(name)).sort();
  const modules = names.map(async (name) => ({
    path: `dataset_market/${name}`,
    content:
      name === "_service.py"
        ? serviceModule(service)
        : await readFile(new URL(name, source), "utf8"),
  }));
  const files = [
    ...(await Promise.all(modules)),
    { path: `${info}/METADATA`, content: metadata(service) },
    {
      path: `${info}/WHEEL`,
      content: "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    },
    {
      path: `${info}/entry_points.txt`,
      content: "[fsspec.specs]\nmarket = dataset_market.fs:MarketFileSystem\n",
    },
  ];
  const records = files.map(({ path, content }) => {
    const digest = createHash("sha256").update(content).digest("base64url");
    return `${path},sha256=${digest},${Buffer.byteLength(content)}\n`;
  });
  const record = { path: `${info}/RECORD`, content: `${records.join("")}${info}/RECORD,,\n` };
  const archive = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const { path, content } of [...files, record]) {
    const times = { lastModDate: packedAt, extendedTimestamp: false };
    await archive.add(path, new TextReader(content), times);
  }
  return new Uint8Array(await archive.close());
}

function serviceModule({ baseUrl }: Service): string {
  return `from typing import Optional\n\nVERSION = "${serviceVersion}"\nURL: Optional[str] = ${JSON.stringify(baseUrl)}\n`;
}

function metadata({ baseUrl }: Service): string {
  return `Metadata-Version: 2.1
Name: dataset-market
Version: ${serviceVersion}
Summary: Find, buy, read and sell datasets
Home-page: ${baseUrl}
License: MIT
Requires-Python: >=3.11
Provides-Extra: async
Requires-Dist: httpx; extra == "async"
Provides-Extra: receipts
Requires-Dist: cryptography; extra == "receipts"
Provides-Extra: pandas
Requires-Dist: pandas; extra == "pandas"
Requires-Dist: pyarrow; extra == "pandas"
`;
}
