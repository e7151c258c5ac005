/**
 * `bun deploy/image/write-sbom.ts FOLDER ROOT`: writes the packages in FOLDER/node_modules and
 * FOLDER/dataset/node_modules as a CycloneDX 1.6 document, with the hashes of FOLDER/bun.lock, the
 * runtime, and the Debian packages recorded in the image's ROOT. Used to build the image, which contains it as sbom.cdx.json.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import spdx from "spdx-license-list";
import { z } from "zod";

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.unknown().optional(),
});
type Manifest = z.infer<typeof manifestSchema>;

/** A package's line in the lock file: its name and version first, its archive's hash last. */
const lockLine = /: \["((?:@[^/"]+\/)?[^@"]+@[^"]+)",.*"sha512-([A-Za-z0-9+/=]+)"\],?$/gm;

/**
 * The document for `folder` and the image's root: each package once, ordered by name, identical for
 * identical packages.
 */
export function sbomOf(folder: string, root: string): object {
  const lock = readFileSync(join(folder, "bun.lock"), "utf8");
  const hashes = new Map(
    [...lock.matchAll(lockLine)].map(([, key = "", hash = ""]) => [key, hash] as const),
  );
  const { name, version } = readManifest(folder);
  const modules = ["node_modules", "dataset/node_modules"].map((path) => join(folder, path));
  const found = new Map(modules.flatMap(manifestsBelow).map((each) => [purlOf(each), each]));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", name, version, "bom-ref": `${name}@${version}` },
    },
    components: [
      ...[...found]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([purl, manifest]) => componentOf(purl, manifest, hashes)),
      ...debianComponents(root),
      runtime,
    ],
  };
}

const { bun: version = "" } = process.versions;
const runtime = {
  type: "platform",
  "bom-ref": `bun@${version}`,
  name: "bun",
  version,
  purl: `pkg:generic/bun@${version}`,
  licenses: [licenceOf("MIT")],
};

/** The packages that `make-root.ts` took from Debian: one record each, as in distroless images. */
function debianComponents(root: string): object[] {
  const folder = join(root, "var/lib/dpkg/status.d");
  const release = readFileSync(join(root, "usr/lib/os-release"), "utf8");
  const distro = `debian-${/^VERSION_ID="?([\d.]+)/m.exec(release)?.[1] ?? "unknown"}`;
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const record = readFileSync(join(folder, name), "utf8");
      const field = (key: string) => new RegExp(`^${key}: (.+)$`, "m").exec(record)?.[1] ?? "";
      const version = field("Version");
      const asked = `arch=${field("Architecture")}&distro=${distro}`;
      const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?${asked}`;
      const licence = `see /usr/share/doc/${name}/copyright`;
      const licenses = [licenceOf(licence)];
      return { type: "library", "bom-ref": purl, name, version, purl, licenses };
    });
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
    ...(typeof license === "string" ? { licenses: [licenceOf(license)] } : {}),
  };
}

/** By SPDX id if there is one, because scanners treat a licence's name as a custom licence. */
function licenceOf(text: string): object {
  return { license: Object.hasOwn(spdx, text) ? { id: text } : { name: text } };
}

function purlOf({ name, version }: Manifest): string {
  return `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
}

function readManifest(folder: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}

/** Packages may contain nested packages. */
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
  const [folder, root] = process.argv.slice(2);
  if (folder === undefined || root === undefined)
    throw new Error("Name the folder of the installation, and that of the image's root.");
  const document = `${JSON.stringify(sbomOf(folder, root), null, 2)}\n`;
  writeFileSync(join(folder, "sbom.cdx.json"), document);
}
