/** The command line and the TypeScript SDK as one npm package that knows this service's address. */
import { readdir, readFile } from "node:fs/promises";
import { MarketError } from "../../errors.ts";
import { type Service, serviceTitle, serviceVersion } from "../../service.ts";
import { discoveryPaths } from "../vocabulary.ts";
import type { PackedFile } from "./program-files.ts";
import { tarballOf } from "./tarball.ts";

/** `bun run build:sdk` makes it. */
const built = new URL("../../../.data/package/", import.meta.url);

/** The command line reads it as the default address. */
const serviceFile = "service.json";
const manifestFile = "package.json";

export async function clientPackage(service: Service): Promise<Uint8Array<ArrayBuffer>> {
  const { baseUrl } = service;
  const files = await builtFiles();
  const { content: text = "" } = files.find(({ path }) => path === manifestFile) ?? {};
  const manifest = JSON.parse(text) as { files: string[] };
  const described = {
    ...manifest,
    version: serviceVersion,
    homepage: `${baseUrl}${discoveryPaths.connect}`,
    files: [...manifest.files, serviceFile],
  };
  return tarballOf([
    { path: manifestFile, content: JSON.stringify(described, null, 2) },
    { path: "README.md", content: readMe(service) },
    { path: serviceFile, content: JSON.stringify({ url: baseUrl }) },
    ...files.filter(({ path }) => path !== manifestFile),
  ]);
}

/** In a fixed order. */
async function builtFiles(): Promise<PackedFile[]> {
  const names = await readdir(built, { recursive: true }).catch(() => []);
  const paths = names.filter((name) => /\.(?:js|d\.ts)$|^LICENSE$|^package\.json$/.test(name));
  if (!paths.includes(manifestFile)) {
    const detail = "This installation has not built the package: run `bun run build:sdk`.";
    throw new MarketError("route_not_found", detail);
  }
  return Promise.all(
    paths.sort().map(async (path) => ({
      path,
      content: await readFile(new URL(path, built), "utf8"),
    })),
  );
}

const readMe = ({ baseUrl }: Service): string => `# ${serviceTitle}: command line and SDK

\`\`\`sh
npx -y ${baseUrl}${discoveryPaths.clientPackage} search weather
\`\`\`

\`\`\`ts
import { Market } from "dataset-market/node"; // in a browser: "dataset-market"

const market = new Market({ baseUrl: ${JSON.stringify(baseUrl)} });
for await (const hit of market.search({ query: "weather" })) console.log(hit.title);
\`\`\`

It has no dependency. Keys and all operations: ${baseUrl}${discoveryPaths.connect}
`;
