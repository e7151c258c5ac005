/**
 * Every finding that a profile may report. Codes are stable; the text says when each is reported.
 * The thresholds are named here, so that they can be read and tested in one place.
 */

/** Share of one value from which it is reported as dominant. */
export const DOMINANT_RATIO_MIN = 0.95;
/** Share of distinct values from which a text column counts as hardly repeating. */
export const CARDINALITY_RATIO_MIN = 0.9;
/** Share of missing values above which a column is mostly missing. */
export const MOSTLY_MISSING_RATIO_MIN = 0.5;
/** Values beyond the quartiles by more than this many interquartile ranges are outliers. */
export const OUTLIER_RANGES = 3;
/** Skewness (third standardised moment) beyond which a distribution is reported. */
export const SKEWNESS_MIN = 5;
/** Age in days from which the newest date of a column is reported. */
export const STALE_DAYS_MIN = 730;
/** Share of a column's sampled values from which odd ones are reported. */
export const ODD_RATIO_MIN = 0.03;
/** Columns with less information than this, from 0 to 1, are reported as noise. */
export const INFORMATION_MIN = 0.25;
/** Columns with fewer values than this are not judged by their distribution. */
export const JUDGED_VALUES_MIN = 20;

/** Most places reported for a finding. */
export const FINDING_PLACES_MAX = 5;

export const COLUMN_ALERTS = {
  all_missing: "The column has no values.",
  mostly_missing: "More than half of the values are missing.",
  missing_values: "Some values are missing, but not more than half.",
  missing_tokens: "Some missing values are written as words such as NA or null.",
  empty_text: "Some values are empty strings, which is not the same as missing.",
  broken_characters: "Some values contain characters damaged by a wrong or truncated encoding.",
  odd_values: "Some texts are spelled differently from the rest of their column.",
  implausible_numbers:
    "Some numbers have a different scale from the rest, or zeros mark missing data.",
  broken_order: "Some values break the order or relation of their column.",
  noise: "No column shows a relation to another one, an order or a pattern.",
  constant: "All values of a key or a time are the same.",
  dominant_value: "One number makes up at least 95 % of a measured column.",
  high_cardinality: "A column named like a category has 90 % or more distinct values.",
  nearly_key: "A column that should identify rows repeats some values.",
  mixed_types: "Some values do not fit the type of most values.",
  numbers_as_text: "All sampled texts, 20 or more, are decimal numbers.",
  non_finite_values: "Some values are NaN or infinite and left out of the statistics.",
  sentinel_values:
    "A number such as -999, repeated and far from all others, probably marks missing data.",
  outliers: "At most 2 % of the numbers lie more than 3 interquartile ranges beyond the quartiles.",
  skewed: "Such outliers make the skewness exceed 5 or -5.",
  coordinates_out_of_range: "Latitudes are beyond ±90 degrees or longitudes beyond ±360.",
  ambiguous_numbers:
    "Thousands separators could also be decimal separators; one reading was chosen.",
  ambiguous_dates: "No day is above 12, so day and month may be swapped; one reading was chosen.",
  two_digit_years: "Years have two digits; the alert says which years they are read as.",
  date_gaps: "A regular series lacks periods between its first and its last date.",
  stale_dates:
    "The listing promises updates, but the newest date is more than two years older than the profile.",
  future_dates: "Some dates are later than the date of the profile.",
  personal_data: "Some values look like personal data.",
  possible_personal_data:
    "Values look like names, dates of birth or addresses of people; the alert gives their count and share.",
} as const;

export const FILE_ALERTS = {
  duplicate_rows: "Rows repeat another row.",
  repeated_keys: "Rows repeat the key that identifies the other rows.",
  misplaced_values: "Rows have values that fit other columns: swapped, or shifted behind a gap.",
  cut_off: "The file ends inside a row; what came after it is missing.",
  format_mismatch: "The listing names a different format from the content's.",
  encoding_guessed: "The text is not UTF-8; its encoding was guessed.",
  unbalanced_quotes: "Quotes are misplaced or never closed; they were read as plain characters.",
  short_rows: "Rows have fewer cells than there are columns.",
  long_rows: "Rows have more cells than there are columns; the surplus was left out.",
  blank_lines: "Blank lines were skipped.",
  comment_lines: "Lines that start with # were skipped.",
  no_header: "The first line is data; columns are numbered.",
  empty_header: "Columns have no name.",
  empty_columns: "Columns at the end without a name or a value were left out.",
  hidden_names: "Names that look like values of a paid file are hidden.",
  duplicate_header: "Column names are repeated.",
  title_rows: "Rows above the table were skipped.",
  joined_header: "The column names are joined from several rows.",
  note_rows: "Rows of notes below the table were skipped.",
  empty_rows: "Rows without any value were skipped.",
  other_tables: "The file has more tables than the one that was read; their cells are counted.",
  unread_tables: "The file has tables without a profile; `tables` gives the reason for each.",
  unread_parts: "Parts of a table could not be read and were left out.",
  other_sheets: "The workbook has sheets that were neither read nor shown.",
  error_cells: "Cells of the workbook contain errors and count as missing.",
  dates_out_of_range: "Dates or times outside the calendar count as missing.",
  nested_compression: "The file is compressed more than once.",
  other_files: "The archive has files that were neither read nor shown.",
  special_entries: "Links, devices and pipes in the archive were skipped.",
  unsafe_names: "The archive has names that would be unpacked outside the chosen folder.",
  picture_positions: "Pictures in the archive contain the location where they were taken.",
  unreadable_images: "Pictures in the archive could not be read.",
  unread_members: "Members of the JSON document next to its table were not read.",
  unreadable_columns: "Columns could not be read and were left out.",
  projected_coordinates:
    "The geometries' coordinates are not degrees, so the column has no bounds.",
} as const;

export type ColumnAlertCode = keyof typeof COLUMN_ALERTS;
export type FileAlertCode = keyof typeof FILE_ALERTS;

export const ALERT_CODES = [
  ...(Object.keys(COLUMN_ALERTS) as ColumnAlertCode[]),
  ...(Object.keys(FILE_ALERTS) as FileAlertCode[]),
];
