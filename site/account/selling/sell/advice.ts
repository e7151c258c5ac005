import type { ColumnFindings } from "../../../../db/queries/catalogue/findings.ts";
import { counted } from "../../../../market/counted.ts";
import type { ColumnAlertCode, FileAlertCode } from "../../../../market/profile/alerts.ts";

const leave = "Explain it in the description, so that nobody takes it for a fault.";
const mend = "Correct the file and upload it again.";

const advice: Partial<Record<ColumnAlertCode | FileAlertCode, string>> = {
  all_missing: "Remove the column, or say why it is empty.",
  mostly_missing: "Say in the description why so much is missing.",
  missing_values: "Say in the description what a missing value means.",
  missing_tokens: "Leave such cells empty, so that every reader treats them as missing.",
  broken_characters: "Save the file as UTF-8 and upload it again.",
  odd_values: mend,
  implausible_numbers: "Check the units, and zeros that mean missing data.",
  broken_order: "Check whether rows were shuffled or values mixed up.",
  constant: "Remove the column, or say why it is always the same.",
  mixed_types: "Convert the values to one type, or say why they differ.",
  numbers_as_text: "Save them as numbers, unless they are codes.",
  sentinel_values: "Leave such cells empty, or name the value in the description.",
  outliers: leave,
  coordinates_out_of_range: "Check whether latitude and longitude were swapped.",
  ambiguous_dates: "Write dates as 2026-11-30, so that day and month cannot be confused.",
  two_digit_years: "Write years with four digits.",
  ambiguous_numbers: "Write numbers without separators of thousands.",
  date_gaps: "Say in the description whether the gaps are intended.",
  stale_dates: "Say in the description whether the data will be updated.",
  future_dates: "Say whether these are forecasts.",
  nearly_key: "Repeat no value of a key, or say why they repeat.",
  duplicate_rows: "Remove the repeated rows, or say why they repeat.",
  repeated_keys: "Remove the repeated rows, or say why they repeat.",
  misplaced_values:
    "Check the rows whose values are swapped or shifted, and export the file again.",
  cut_off: "The file seems to be incomplete: export it again.",
  format_mismatch: "Nothing to do: the content decides the format.",
  encoding_guessed: "Save the file as UTF-8 and upload it again.",
  unbalanced_quotes: "Export the file again with a program that quotes CSV correctly.",
  short_rows: mend,
  long_rows: mend,
  no_header: "Add a first line with the column names.",
  empty_header: "Name every column.",
  duplicate_header: "Give each column its own name.",
  unread_tables: "Upload important tables as separate listings.",
  unread_parts: mend,
  picture_positions: "Remove locations from the pictures if they show where people live.",
  unreadable_images: mend,
  projected_coordinates: "Use degrees (WGS 84) if the coordinates should appear on a map.",
};

/** For a finding that needs no action: says that buyers will see it. */
export function adviceFor(code: string): string {
  return advice[code as ColumnAlertCode | FileAlertCode] ?? "";
}

const kinds: Record<string, string> = {
  email: "e-mail address",
  phone: "telephone number",
  payment_card: "payment card number",
  iban: "bank account number",
  ip_address: "IP address",
  mac_address: "MAC address",
  us_ssn: "US social security number",
  national_id: "national identity number",
  secret: "password or access key",
};
const plurals: Record<string, string> = {
  email: "e-mail addresses",
  ip_address: "IP addresses",
  mac_address: "MAC addresses",
  secret: "passwords or access keys",
};

/** For example "118 e-mail addresses (98 %)". */
export function piiWords({ kind, count, ratio }: ColumnFindings["pii"][number]): string {
  const word = kinds[kind] ?? kind;
  const share = Math.round(ratio * 100);
  return `${counted(count, word, plurals[kind])} (${share === 0 ? "under 1" : share} %)`;
}
