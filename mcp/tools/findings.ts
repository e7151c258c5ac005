/** Reports the findings in a seller's own file, personal data first. */

import type { z } from "zod";
import { previews } from "../../market/catalogue/preview/contract.ts";
import type {
  ListingFinding as Finding,
  ListingView,
  ListingWithFindings,
} from "../../market/listing/schemas.ts";
import type { profileSchema } from "../../market/profile/schemas.ts";
import { ProblemError } from "../problem.ts";
import type { ToolCall, ToolReply } from "../tool.ts";
import { quoted, shorten } from "../untrusted.ts";
import { count } from "../words.ts";

const FINDINGS_MAX = 30;
const COLUMN_CHARS_MAX = 80;

type Profile = z.output<typeof profileSchema>;
const untrustedOfFindings = ["/findings/*/column"];

type ListingFindings = { listing: ListingView; findings: Finding[] | null };

const personal = new Set(["personal_data", "possible_personal_data"]);

/** Reads the next version if there is one: the published version can no longer be fixed. */
export async function withFindings(call: ToolCall, listing: ListingView): Promise<ListingFindings> {
  const next = listing.next_version?.data_profile.auto_sample_status;
  const isNext = next === "generated";
  if (!isNext && listing.data_profile.auto_sample_status !== "generated") {
    return { listing, findings: null };
  }
  try {
    const profile = await call.request(previews.getOwnProfile, {
      params: { id: listing.id },
      query: isNext ? { version: "next" } : {},
    });
    return { listing, findings: findingsOf(profile) };
  } catch (error) {
    // The listing itself is the answer; its file may be missing, or between two versions.
    if (error instanceof ProblemError) return { listing, findings: null };
    throw error;
  }
}

function findingsOf({ columns, alerts }: Profile): Finding[] {
  const all = [
    ...columns.flatMap(({ name, alerts: own }) => own.map((alert) => ({ ...alert, column: name }))),
    ...alerts.map((alert) => ({ ...alert, column: null })),
  ];
  const isPersonal = ({ code }: Finding) => personal.has(code);
  return [...all.filter(isPersonal), ...all.filter((finding) => !isPersonal(finding))];
}

/** Adds the findings to a listing's reply: their number in our words, their text as untrusted. */
export function tellFindings(
  told: ToolReply<never>,
  { listing, findings }: ListingFindings,
): ToolReply<ListingWithFindings> & { structured: ListingWithFindings } {
  const total = findings?.length ?? null;
  const shown = findings?.slice(0, FINDINGS_MAX) ?? null;
  const structured = { ...listing, findings: shown, findings_total: total };
  if (findings === null || shown === null) return { ...told, structured };
  const people = findings.filter(({ code }) => personal.has(code)).length;
  const text = `${told.text} ${findingWords(findings.length, people)}`;
  if (shown.length === 0) return { ...told, text, structured };
  const rest = findings.length - shown.length;
  const more = rest === 0 ? [] : [`- ${count(rest, "finding")} more: get_profile has all.`];
  return {
    ...told,
    text,
    stranger: { source: "dataset file", text: [...shown.map(findingLine), ...more].join("\n") },
    untrusted: [...(told.untrusted ?? []), ...untrustedOfFindings],
    structured,
  };
}

function findingWords(total: number, people: number): string {
  if (total === 0) return "Nothing was found to mend in its file.";
  const found = `${count(total, "finding")} about its file, listed below (get_profile, get_sample).`;
  return people === 0
    ? found
    : `PERSONAL DATA was found (${count(people, "finding")}, first in the list): remove it or be sure that it may be sold. ${found}`;
}

function findingLine({ code, column, detail, first_rows: first = [] }: Finding): string {
  const where = column === null ? "" : ` in ${quoted(shorten(column, COLUMN_CHARS_MAX))}`;
  const rows = first.map(({ line }) => `line ${line}`);
  const places = rows.length === 0 ? "" : ` First at ${rows.join(", ")}.`;
  return `- ${code}${where}: ${detail}${places}`;
}
