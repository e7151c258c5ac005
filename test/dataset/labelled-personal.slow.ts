/**
 * Personal data in excerpts of real files, each column labelled by hand before anything was run
 * (`fixtures/personal/truth.txt`): people, and things whose names look like people's. Nobody tuned on
 * the untouched half.
 */
import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ColumnProfile } from "../../market/profile/schemas.ts";
import { generated, makeFolder, profileFile } from "./support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());
const files = join(import.meta.dirname, "fixtures/personal");

const kinds = ["name", "birth", "email", "phone", "ip", "address", "id"] as const;
type Kind = (typeof kinds)[number];

type Truth = { file: string; half: string; labels: ReadonlyMap<number, string> };

const truths = readFileSync(join(files, "truth.txt"), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line): Truth => {
    const [file = "", , half = "", labels = ""] = line.split("|");
    const pairs = labels.split(" ").map((label) => label.split("="));
    return { file, half, labels: new Map(pairs.map(([at, kind = ""]) => [Number(at), kind])) };
  });

const kindByPii: Readonly<Record<string, Kind>> = {
  email: "email",
  phone: "phone",
  ip_address: "ip",
  payment_card: "id",
  iban: "id",
  us_ssn: "id",
  national_id: "id",
};
const reportedShareMin = 0.1;

function reportedIn({ pii, alerts }: ColumnProfile): Set<Kind> {
  const found = new Set<Kind>();
  for (const { kind, ratio } of pii) {
    const reported = kindByPii[kind];
    if (reported && ratio >= reportedShareMin) found.add(reported);
  }
  const detail = alerts.find(({ code }) => code === "possible_personal_data")?.detail ?? "";
  if (detail.includes("names of people")) found.add("name");
  if (detail.includes("dates of birth")) found.add("birth");
  if (detail.includes("postal addresses")) found.add("address");
  return found;
}

const precisionMin = 0.9;
const recallMin = 0.9;

test.each(["tuning", "untouched"])(
  "personal data of the %s half is found by kind",
  async (half) => {
    const wrong: string[] = [];
    const missed: string[] = [];
    const counts = new Map(kinds.map((kind) => [kind, { right: 0, wrong: 0, missed: 0 }]));
    for (const { file, labels } of truths.filter((truth) => truth.half === half)) {
      const { profile } = generated(await profileFile(folder.path, join(files, file)));
      for (const [at, column] of profile.columns.entries()) {
        const reported = reportedIn(column);
        for (const kind of kinds) {
          const label = labels.get(at);
          const tally = counts.get(kind);
          if (!tally || label === `?${kind}`) continue;
          const place = `${kind}: ${file} ${column.name}`;
          if (reported.has(kind) && label === kind) tally.right++;
          else if (reported.has(kind)) wrong.push(place);
          else if (label === kind) missed.push(place);
        }
      }
    }
    for (const [kind, tally] of counts) {
      tally.wrong = wrong.filter((place) => place.startsWith(`${kind}:`)).length;
      tally.missed = missed.filter((place) => place.startsWith(`${kind}:`)).length;
      const precision = tally.right / (tally.right + tally.wrong);
      const recall = tally.right / (tally.right + tally.missed);
      // A kind without a labelled column has neither.
      const isEnough = !(precision < precisionMin) && !(recall < recallMin);
      expect({ kind, ...tally, wrong, missed, isEnough }).toMatchObject({ isEnough: true });
    }
  },
  300_000,
);
