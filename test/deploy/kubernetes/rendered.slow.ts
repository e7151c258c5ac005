/**
 * The overlays as `kubectl kustomize` renders them: up to date, and valid for Kubernetes and KEDA.
 */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { paths, read, rootDir } from "../../support/documents/repository-files.ts";
import { schemaFaults } from "./schemas.ts";
import { overlays, resourcesOf } from "./support.ts";

const folder = "deploy/kubernetes";

/** Computed as in `deploy/kubernetes/render`, by sha256sum of the files that `find` lists. */
function hashOfSources(overlay: string): string {
  const parts = ["base", "components", `overlays/${overlay}`];
  const lines = parts.flatMap((part) =>
    paths
      .filter((path) => path.startsWith(`${folder}/${part}/`))
      .map((path) => path.slice(folder.length + 1)),
  );
  const sum = createHash("sha256");
  for (const path of lines.toSorted((a, b) => (a < b ? -1 : 1))) {
    const digest = createHash("sha256")
      .update(read(`${folder}/${path}`))
      .digest("hex");
    sum.update(`${digest}  ${path}\n`);
  }
  return sum.digest("hex");
}

describe.each(overlays)("the overlay %s", (overlay) => {
  test("is rendered from the sources next to it", async () => {
    const [head = "", ...rest] = read(`${folder}/rendered/${overlay}.yaml`).split("\n");
    expect(head).toContain(hashOfSources(overlay));
    const kubectl = Bun.which("kubectl");
    if (kubectl === null) {
      console.log("kubectl is not installed: the rendering was held to its sources by their hash");
      return;
    }
    const source = join(rootDir, folder, "overlays", overlay);
    const child = Bun.spawn([kubectl, "kustomize", source], { stdout: "pipe", stderr: "pipe" });
    const [text, complaint] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    expect(complaint).toBe("");
    expect(rest.join("\n")).toBe(text);
  });

  test("has resources that their schemas take, and no field that they lack", () => {
    const resources = resourcesOf(overlay);
    expect(resources.length).toBeGreaterThan(40);
    expect(resources.flatMap(schemaFaults)).toEqual([]);
  });

  test("has each resource once, in its namespace", () => {
    const names = resourcesOf(overlay).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const namespaces = resourcesOf(overlay).map(({ kind, metadata }) =>
      kind === "Namespace" ? metadata.name : metadata.namespace,
    );
    expect(new Set(namespaces).size).toBe(1);
  });
});

test("a field that a schema lacks, and a value that it refuses, are found", () => {
  const [deployment] = resourcesOf("trial").filter(({ kind }) => kind === "Deployment");
  if (deployment === undefined) throw new Error("there is no Deployment");
  const misspelt = structuredClone(deployment);
  Object.assign(misspelt.spec ?? {}, { replica: 2 });
  expect(schemaFaults(misspelt)).toEqual([
    `Deployment ${deployment.metadata.name}: /spec/replica is no field`,
  ]);
  const wrong = structuredClone(deployment);
  Object.assign(wrong.spec ?? {}, { replicas: "2" });
  expect(schemaFaults(wrong).join()).toContain("data/spec/replicas must be integer");
});
