/** The image contains only what its processes load, with a list of it. */
import { describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { prunePackages } from "../../deploy/image/prune-packages.ts";
import { sbomOf } from "../../deploy/image/write-sbom.ts";
import { createTestDir } from "../support/stack.ts";

const rootDir = join(import.meta.dir, "../..");

/** A folder with these files, each containing its own path. */
function folderOf(paths: string[]): string {
  const folder = createTestDir();
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  return folder;
}

/** As `make-root.ts` leaves it, with one package. */
function rootOfDebian(): string {
  const root = createTestDir();
  mkdirSync(join(root, "var/lib/dpkg/status.d"), { recursive: true });
  mkdirSync(join(root, "usr/lib"), { recursive: true });
  const record = "Package: libstdc++6\nArchitecture: amd64\nVersion: 12.2.0-14+deb12u1\n";
  writeFileSync(join(root, "var/lib/dpkg/status.d/libstdc++6"), record);
  writeFileSync(join(root, "usr/lib/os-release"), 'ID=debian\nVERSION_ID="12"\n');
  return root;
}

describe("packages of the image", () => {
  test("omit files for compilers, editors and other platforms, and keep runnable code", () => {
    const gone = [
      "csstype/index.js.flow",
      "zod/src/index.ts",
      "dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf",
      "eld/src/ngrams/large.js",
      "spdx-license-list/spdx-full.json",
      "pino/pino.d.ts",
      "pino/test/basic.test.js",
      "@fastify/busboy/benchmarks/main.js",
      "@rapideditor/country-coder/dist/country-coder.mjs",
      "stdnum/src/index.ts",
      "pino/lib/proto.js.map",
      "pino/notes.markdown",
      "pino/README.markdown",
    ];
    const kept = [
      "zod/index.js",
      "pino/lib/test/util.js",
      "@rapideditor/country-coder/src/country-coder.ts",
      "stdnum/lib/esm/index.js",
      "zod/package.json",
      "zod/LICENSE",
      "pino/package.json",
      "pino/LICENSE.markdown",
      "bintrees/package.json",
      "bintrees/readme.markdown",
      "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
      "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
      "eld/src/ngrams/extrasmall.js",
      "spdx-license-list/spdx.json",
      "swagger-ui-dist/swagger-ui-bundle.js",
      "@zip.js/zip.js/dist/zip-web-worker.js",
      "nodejs-polars-linux-x64-gnu/nodejs-polars.linux-x64-gnu.node",
    ];
    const folder = folderOf([...gone, ...kept]);
    prunePackages(folder);
    const isThere = (path: string) => existsSync(join(folder, path));
    expect(gone.filter(isThere)).toEqual([]);
    expect(kept.filter((path) => !isThere(path))).toEqual([]);
  });

  test("are listed once each, with licence, purl and the hash of the lock file", () => {
    const folder = createTestDir();
    for (const path of ["package.json", "bun.lock", "node_modules/zod", "node_modules/@nats-io"]) {
      cpSync(join(rootDir, path), join(folder, path), { recursive: true });
    }
    const { components: all } = sbomOf(folder, rootOfDebian()) as {
      components: Record<string, unknown>[];
    };
    const components = all.filter(({ purl }) => String(purl).startsWith("pkg:npm/"));
    const purls = components.map(({ purl }) => String(purl));
    expect(purls).toEqual([...new Set(purls)].toSorted());
    expect(purls.some((purl) => purl.startsWith("pkg:npm/%40nats-io/transport-node@"))).toBe(true);
    const sha512 = [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }];
    expect(components.find(({ name }) => name === "zod")).toMatchObject({
      type: "library",
      hashes: sha512,
      licenses: [{ license: { id: "MIT" } }],
    });
    expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([]);
    const licences = all.flatMap(({ licenses }) => licenses as { license: { name?: string } }[]);
    expect(licences.filter(({ license }) => license.name === "MIT")).toEqual([]);
    expect(all.filter((each) => !components.includes(each))).toEqual([
      expect.objectContaining({
        name: "libstdc++6",
        purl: "pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12",
        licenses: [{ license: { name: "see /usr/share/doc/libstdc++6/copyright" } }],
      }),
      expect.objectContaining({ name: "bun", type: "platform", version: Bun.version }),
    ]);
  });
});
