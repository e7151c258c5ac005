/**
 * What the profile job stores about the other tables besides the default one, and when it is
 * deleted.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listNeededFiles } from "../../db/queries/listings/needed-files.ts";
import { listings } from "../../db/schema/index.ts";
import { readTableColumns, readTableText } from "../../market/catalogue/tables.ts";
import { previewPaths, tablePackPath } from "../../market/profile/table-pack.ts";
import type { DatasetTable } from "../../market/profile/table-schemas.ts";
import { exampleTables } from "../support/example-tables.ts";
import { fakeReport, instantDatasets } from "../support/fake-datasets.ts";
import { eventually } from "../support/stack.ts";
import { attachUpload, endedUpload, seedUpload, testSuite } from "../support/workers.ts";

setDefaultTimeout(30_000);

const suite = await testSuite();
const packPath = (uploadId: string) => tablePackPath(`samples/${uploadId}.json`);

/** A runner that finds the example's tables; `rows` are the other table's sample. */
const tablesDatasets = (rows: unknown[][], onRun = async () => {}) =>
  instantDatasets(async ({ job }) => {
    await onRun();
    const report = fakeReport(job.uploadId);
    if (report.outcome !== "generated") return report;
    const otherTables = exampleTables.others.map((other) => {
      return { ...other, sample: { ...other.sample, rows } };
    });
    const profile = { ...report.profile, ...exampleTables.ofDefault };
    return { ...report, profile, otherTables };
  });

const [people] = (exampleTables.ofDefault.tables ?? []).filter(({ name }) => name === "people");

function chosen(uploadId: string) {
  return { table: people as DatasetTable, position: 1, packPath: packPath(uploadId) };
}

describe("tables other than the default one", () => {
  test("are stored in one object next to the sample, each readable separately", async () => {
    const { uploadId } = await seedUpload(suite);
    const worker = await suite.work(["relay", "profile"], tablesDatasets([[1, "one"]]));
    await eventually(() => endedUpload(suite.db, uploadId));
    await worker.stop();
    const sample = JSON.parse(await readTableText(suite, chosen(uploadId), "sample"));
    expect(sample.rows).toEqual([[1, "one"]]);
    const profile = JSON.parse(await readTableText(suite, chosen(uploadId), "profile"));
    expect(profile.columns[0].name).toBe("person_0");
    const charts = JSON.parse(await readTableText(suite, chosen(uploadId), "charts"));
    expect(charts).toEqual(exampleTables.others[0]?.charts);
    const columns = await readTableColumns(suite, `samples/${uploadId}.json`);
    expect(columns.map((each) => each?.map(({ name }) => name) ?? null)).toEqual([
      null,
      ["person_0", "person_1"],
    ]);
    const needed: string[] = [];
    for await (const { path } of listNeededFiles(suite.db)) needed.push(path);
    expect(needed).toContain(packPath(uploadId));
  });

  test("are written over when the price changes while the job runs", async () => {
    const { uploadId, listingId } = await seedUpload(suite);
    let runs = 0;
    const priced = instantDatasets(async (input, options) => {
      runs++;
      const first = runs === 1;
      if (first) {
        const change = { priceCents: 500 };
        await suite.db.update(listings).set(change).where(eq(listings.id, listingId));
      }
      const rows = first ? [["free rows"], ["more of them"]] : [["paid"]];
      return await tablesDatasets(rows).run(input, options);
    });
    const worker = await suite.work(["relay", "profile"], priced);
    await eventually(() => endedUpload(suite.db, uploadId));
    await worker.stop();
    expect(runs).toBe(2);
    const text = await readTableText(suite, chosen(uploadId), "sample");
    expect(JSON.parse(text).rows).toEqual([["paid"]]);
    const whole = await new Response(await suite.storage.read(packPath(uploadId))).text();
    expect(whole).not.toContain("free rows");
  });

  test("of a superseded upload are deleted with its sample", async () => {
    const { uploadId, listingId } = await seedUpload(suite);
    let newerId = "";
    const datasets = instantDatasets(async (input, options) => {
      if (input.job.uploadId === uploadId) {
        newerId = await attachUpload(suite, listingId);
      }
      return await tablesDatasets([[2, "two"]]).run(input, options);
    });
    const worker = await suite.work(["relay", "profile"], datasets);
    await eventually(async () => (newerId === "" ? null : await endedUpload(suite.db, newerId)));
    await worker.stop();
    expect(await suite.storage.head(packPath(newerId))).not.toBeNull();
    for (const path of previewPaths(`samples/${uploadId}.json`)) {
      expect(await suite.storage.head(path)).toBeNull();
    }
  });
});
