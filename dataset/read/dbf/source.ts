import type { OpenInner } from "../inner-table.ts";
import { RecordSource } from "../record-source.ts";
import { openDbfFile } from "./records.ts";

export const openDbf: OpenInner = async (file, _target, budget) => {
  const dbf = await openDbfFile(file, budget.all, null);
  const { names, encoding } = dbf;
  const open = (limits: typeof budget.all) =>
    new RecordSource(
      { format: "dbf", encoding, names, rows: () => dbf.rows(), alerts: () => dbf.alerts() },
      limits,
    );
  return {
    format: "dbf",
    tables: [{ name: "", byteSize: file.byteSize, named: true, open }],
    notes: [],
    alerts: [],
  };
};
