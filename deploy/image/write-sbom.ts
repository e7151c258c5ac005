/**
 * `bun deploy/image/write-sbom.ts FOLDER`: writes what is installed in FOLDER/node_modules as a CycloneDX 1.6
 * document, with the hashes of FOLDER/bun.lock. The image is built with it, and carries it as sbom.cdx.json.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { z } from "zod";

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.unknown().optional(),
});
type Manifest = z.infer<typeof manifestSchema>;

/** A package's line in the lock file: its name and version first, the hash of its archive last. */
const lockLine = /: \["((?:@[^/"]+\/)?[^@"]+@[^"]+)",.*"sha512-([A-Za-z0-9+/=]+)"\],?$/gm;

/** The document of `folder`: each package once, in the order of names, the same for the same packages. */
export function sbomOf(folder: string): object {
  const lock = readFileSync(join(folder, "bun.lock"), "utf8");
  const hashes = new Map(
    [...lock.matchAll(lockLine)].map(([, key = "", hash = ""]) => [key, hash] as const),
  );
  const { name, version } = readManifest(folder);
  const found = new Map(
    manifestsBelow(join(folder, "node_modules")).map((each) => [purlOf(each), each]),
  );
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", name, version, "bom-ref": `${name}@${version}` },
    },
    components: [...found]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([purl, manifest]) => componentOf(purl, manifest, hashes)),
  };
}

function componentOf(purl: string, manifest: Manifest, hashes: Map<string, string>) {
  const { name, version, license } = manifest;
  const hash = hashes.get(`${name}@${version}`);
  const content = Buffer.from(hash ?? "", "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    ...(hash ? { hashes: [{ alg: "SHA-512", content }] } : {}),
    ...(typeof license === "string" ? { licenses: [{ license: { name: license } }] } : {}),
  };
}

function purlOf({ name, version }: Manifest): string {
  return `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
}

function readManifest(folder: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}

/** A package may have packages of its own. */
function manifestsBelow(modules: string): Manifest[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .flatMap(({ name }) => {
      const folder = join(modules, name);
      if (name.startsWith("@")) return manifestsBelow(folder);
      if (!existsSync(join(folder, "package.json"))) return [];
      return [readManifest(folder), ...manifestsBelow(join(folder, "node_modules"))];
    });
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("Name the folder of the installation.");
  const document = `${JSON.stringify(sbomOf(folder), null, 2)}\n`;
  writeFileSync(join(folder, "sbom.cdx.json"), document);
}
