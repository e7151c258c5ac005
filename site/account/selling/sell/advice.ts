import type { ColumnFindings } from "../../../../db/queries/catalogue/findings.ts";
import { counted } from "../../../../market/counted.ts";
import type { ColumnAlertCode, FileAlertCode } from "../../../../market/profile/alerts.ts";

const leave = "Say in the description what it means, so that nobody takes it for a fault.";
const mend = "Mend it in the file and upload it again.";

const advice: Partial<Record<ColumnAlertCode | FileAlertCode, string>> = {
  all_missing: "Take the column out, or say why it is empty.",
  mostly_missing: "Say in the description why so much is missing.",
  missing_values: "Say in the description what a missing value means.",
  missing_tokens: "Leave such cells empty: then every reader knows them as missing.",
  broken_characters: "Save the file as UTF-8 and upload it again.",
  odd_values: mend,
  implausible_numbers: "Check the units, and zeros that stand for nothing.",
  broken_order: "Check whether rows were shuffled or values mixed up.",
  constant: "Take the column out, or say why it is always the same.",
  mixed_types: "Bring the values into one type, or say why they differ.",
  numbers_as_text: "Save them as numbers, unless they are codes.",
  sentinel_values: "Leave such cells empty, or name the value in the description.",
  outliers: leave,
  coordinates_out_of_range: "Check whether latitude and longitude were exchanged.",
  ambiguous_dates: "Write dates as 2026-11-30: then day and month cannot be exchanged.",
  two_digit_years: "Write years with four digits.",
  ambiguous_numbers: "Write numbers without separators of thousands.",
  date_gaps: "Say in the description whether the gaps are meant.",
  stale_dates: "Say in the description whether the data will be brought up to date.",
  future_dates: "Say whether these are forecasts.",
  nearly_key: "Repeat no value of a key, or say why they repeat.",
  duplicate_rows: "Take the repeated rows out, or say why they repeat.",
  repeated_keys: "Take the repeated rows out, or say why they repeat.",
  cut_off: "The file seems not to be whole: export it again.",
  format_mismatch: "Nothing to do: the content decides.",
  encoding_guessed: "Save the file as UTF-8 and upload it again.",
  unbalanced_quotes: "Export the file again with a program that quotes as CSV wants it.",
  short_rows: mend,
  long_rows: mend,
  no_header: "Put a first line with the columns' names into the file.",
  empty_header: "Name every column.",
  duplicate_header: "Give each column a name of its own.",
  unread_tables: "Upload tables that matter as listings of their own.",
  unread_parts: mend,
  picture_positions: "Take the places out of the pictures if they tell where people live.",
  unreadable_images: mend,
  projected_coordinates: "Give coordinates in degrees (WGS 84) if they are to be shown on a map.",
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
