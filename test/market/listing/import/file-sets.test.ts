/** FileSets of a Croissant document, as Hugging Face writes them, with a stand-in for its server. */
import { afterEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { uploadFiles } from "../../../../db/schema/index.ts";
import { verifiedAgent } from "../../../support/agents.ts";
import { type Json, testApi } from "../../../support/api.ts";
import { testFileServer } from "../../../support/file-server.ts";
import { importsOf, sha256 } from "./support.ts";

const api = await testApi();
const server = await testFileServer();
const { token } = await verifiedAgent(api);
const { start, work } = importsOf(api, token);
afterEach(() => server.intercept(null));

const revision = "refs%2Fconvert%2Fparquet";
const tree = `/api/datasets/acme/rain/tree/${revision}?recursive=true`;
const resolve = `/datasets/acme/rain/resolve/${revision}`;

const files: Record<string, string> = {
  "default/test/0000.parquet": "rows of the test",
  "default/train/0000.parquet": "rows to train with",
  "default/train/0001 ä.parquet": "more rows to train with",
};
const others = ["README.md", "default/train/notes.txt", "other/train/0000.parquet"];

const entry = (path: string, content = "x"): Json => ({
  ...{ type: "file", oid: "0123456789abcdef", path, size: content.length },
  lfs: { oid: sha256(content), size: content.length, pointerSize: 130 },
});

const entries = [
  { type: "directory", oid: "0", size: 0, path: "default" },
  ...others.map((path) => entry(path)),
  ...Object.entries(files).map(([path, content]) => entry(path, content)),
];

const repository = (change: Json = {}): Json => ({
  ...{ "@type": "cr:FileObject", "@id": "repo", name: "repo", encodingFormat: "git+https" },
  contentUrl: `${server.url}/datasets/acme/rain/tree/${revision}`,
  sha256: "https://github.com/mlcommons/croissant/issues/80",
  ...change,
});

const set = (change: Json = {}): Json => ({
  ...{ "@type": "cr:FileSet", "@id": "parquet-files-for-config-default" },
  ...{ containedIn: { "@id": "repo" }, encodingFormat: "application/x-parquet" },
  includes: "default/*/*.parquet",
  ...change,
});

/** The list comes in pages of `pageSize`, each with the address of the next one. */
function serveRepository({ pageSize = 2, listed = entries as unknown[], next = tree } = {}): void {
  for (const [path, content] of Object.entries(files)) {
    server.put(`${resolve}/${path.split("/").map(encodeURIComponent).join("/")}`, content);
  }
  server.intercept((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", server.url);
    if (!pathname.includes("/tree/")) return server.serve(request, response);
    const from = Number(searchParams.get("cursor") ?? 0);
    const to = from + pageSize;
    const more = to < listed.length ? { link: `<${next}&cursor=${to}>; rel="next"` } : {};
    response.writeHead(200, { "content-type": "application/json", ...more });
    response.end(JSON.stringify(listed.slice(from, to)));
  });
}

async function importOf(distribution: Json[], options: Parameters<typeof serveRepository>[0] = {}) {
  server.put("/api/datasets/acme/rain/croissant", JSON.stringify({ distribution }));
  serveRepository(options);
  const run = await start({ from: `${server.url}/api/datasets/acme/rain/croissant` });
  const [outcome] = await work();
  const { problem, ...view } = await run.read();
  return { id: run.id, outcome, problem: problem as { code: string; detail: string } | null, view };
}

const pathsOf = async (uploadId: string) =>
  (await api.db.select().from(uploadFiles).where(eq(uploadFiles.uploadId, uploadId)))
    .map(({ path, statedSha256 }) => [path, statedSha256])
    .sort();

test("the files of a Hugging Face repository become a folder, with their sizes and hashes", async () => {
  const run = await importOf([repository(), set()]);
  expect([run.outcome, run.problem]).toEqual(["done", null]);
  expect(run.view).toMatchObject({ kind: "croissant", files_done: 3, files_total: 3 });
  expect(await pathsOf(run.id)).toEqual(
    Object.entries(files).map(([path, content]) => [path, sha256(content)]),
  );
});

test("several sets are listed at once, and excluded or doubly named files come once or never", async () => {
  server.requests.length = 0;
  const sets = [
    set({ includes: ["default/train/*", "**/0000.parquet"], excludes: ["**/*.txt", "other/**"] }),
    set({ "@id": "test", includes: "default/test/*.parquet", containedIn: "repo" }),
  ];
  const run = await importOf([
    repository({ contentUrl: `../acme/rain/tree/${revision}` }),
    ...sets,
  ]);
  expect(run.problem?.detail).toContain("a repository whose files cannot be listed");
  const absolute = await importOf([repository(), ...sets], { pageSize: 100 });
  expect([absolute.outcome, absolute.problem]).toEqual(["done", null]);
  expect((await pathsOf(absolute.id)).map(([path]) => path)).toEqual(Object.keys(files));
  const lists = server.requests.filter(({ path }) => path.includes("/tree/"));
  expect(lists.map(({ path }) => path)).toEqual([tree]);
});

test("the files of an archive come with it", async () => {
  server.put("/set/all.zip", "no real archive");
  const archive = {
    "@type": "cr:FileObject",
    "@id": "all.zip",
    contentUrl: `${server.url}/set/all.zip`,
  };
  const inside = set({ containedIn: { "@id": "all.zip" }, includes: "[0-9]*.csv" });
  const run = await importOf([archive, inside]);
  expect([run.outcome, run.problem, run.view.files_total]).toEqual(["done", null, 1]);
});

test("a repository with another hash than it lists is refused", async () => {
  const listed = [entry("default/train/0000.parquet", "other bytes here!!")];
  const run = await importOf([repository(), set()], { listed });
  expect([run.outcome, run.problem?.code]).toEqual(["failed", "hash_differs"]);
});

const elsewhere = "https://127.0.0.1:9/api/datasets/acme/rain/tree/main?recursive=true";

test.each([
  ["no pattern fits", [repository(), set({ includes: "*.csv" })], {}, "No file of the repository"],
  ["it is in nothing", [set()], {}, "is contained in no file or repository"],
  ["its container is in itself", [set({ "@id": "a", containedIn: "a" })], {}, "is contained in no"],
  [
    "it is another repository",
    [repository({ contentUrl: "https://example.org/acme/rain.git" }), set()],
    {},
    "those of Hugging Face can",
  ],
  ["it has no pattern", [repository(), set({ includes: [] })], {}, "needs `includes`"],
  ["the pattern is unknown", [repository(), set({ includes: "a[0-9]" })], {}, "needs `includes`"],
  ["the list is another", [repository(), set()], { listed: [{ name: "x" }] }, "in another form"],
  ["the list goes elsewhere", [repository(), set()], { next: elsewhere }, "at another server"],
  [
    "there are too many patterns",
    [repository(), set({ includes: Array.from({ length: 301 }, (_, n) => `${n}/*`) })],
    {},
    "301 patterns",
  ],
  [
    "there are too many files",
    [repository(), set({ includes: "**" })],
    { pageSize: 1000, listed: Array.from({ length: 2001 }, (_, n) => entry(`${n}.csv`)) },
    "more than 2000 files",
  ],
  [
    "the list does not end",
    [repository(), set()],
    { pageSize: 1, listed: Array.from({ length: 100 }, (_, n) => entry(`${n}.csv`)) },
    "too many files to list",
  ],
])("refused, with the reason, if %s", async (_, distribution, options, words) => {
  const run = await importOf(distribution, options);
  expect([run.outcome, run.problem?.code]).toEqual(["failed", "croissant_invalid"]);
  expect(run.problem?.detail).toContain(words);
});

test("a repository at an inner address is never called", async () => {
  const contentUrl = "https://10.0.0.1/datasets/acme/rain";
  const run = await importOf([repository({ contentUrl }), set()]);
  expect([run.outcome, run.problem?.code]).toEqual(["failed", "url_not_allowed"]);
});
