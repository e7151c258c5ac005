/**
 * Every finding that a profile may report, in one table: the code is stable, the meaning says when
 * it is reported. Thresholds are named here, so that they can be read and tested in one place.
 */

/** Share of the values that one value must have to be reported as dominating the column. */
export const DOMINANT_RATIO_MIN = 0.95;
/** Share of different values from which text counts as hardly repeating. */
export const CARDINALITY_RATIO_MIN = 0.9;
/** Share of missing values beyond which a column is mostly missing. */
export const MOSTLY_MISSING_RATIO_MIN = 0.5;
/** Values beyond the quartiles by more than this many interquartile ranges are outliers. */
export const OUTLIER_RANGES = 3;
/** Skewness (third standardised moment) beyond which a distribution is reported. */
export const SKEWNESS_MIN = 5;
/** Age in days from which the newest date of a column is reported. */
export const STALE_DAYS_MIN = 730;
/** Share of a column's sampled values from which odd ones are reported. */
export const ODD_RATIO_MIN = 0.03;
/** Columns that say less than this, from 0 to 1, are reported as noise. */
export const INFORMATION_MIN = 0.25;
/** Fewer values than this are not judged by their distribution. */
export const JUDGED_VALUES_MIN = 20;

/** Of the places where a finding is first met. */
export const FINDING_PLACES_MAX = 5;

export const COLUMN_ALERTS = {
  all_missing: "The column has no values.",
  mostly_missing: "More than half of the values are missing.",
  missing_values: "Some values are missing, but not more than half.",
  missing_tokens: "Some missing values are spelled as words such as NA or null.",
  empty_text: "Some values are text of length 0, which is not the same as missing.",
  broken_characters: "Some values hold characters that a wrong or cut encoding has broken.",
  odd_values: "Some texts are spelled unlike the rest of their column.",
  implausible_numbers: "Some numbers are of another scale than the rest, or zeros for nothing.",
  broken_order: "Some values break the order or the relation that their column otherwise keeps.",
  noise: "The values follow no other column, no order and no spelling, as random ones would.",
  constant: "All values are the same.",
  dominant_value: "One value makes up at least 95 % of a column of 20 or more values.",
  high_cardinality: "Short text of which at least 90 % of 100 or more values are different.",
  nearly_key: "A column that should identify rows repeats some values.",
  mixed_types: "Some values do not fit the type that most of them have.",
  numbers_as_text: "All of 20 or more sampled texts are decimal numbers.",
  non_finite_values: "Some values are NaN or infinite and left out of the statistics.",
  sentinel_values:
    "A number such as -999, repeated and far from all others, is likely a missing value.",
  outliers: "Some numbers lie more than 3 interquartile ranges beyond the quartiles.",
  skewed: "The skewness of the numbers is beyond 5 on either side.",
  coordinates_out_of_range: "Coordinates lie outside of 90 degrees north or south, or 360 west.",
  ambiguous_numbers:
    "Separators of thousands could as well begin fractions; one reading was taken.",
  ambiguous_dates: "No day is beyond 12: day and month could be exchanged; one reading was taken.",
  two_digit_years: "Years are written with two digits; it is told which century they are read in.",
  date_gaps: "Periods between the first and the last date hold no value.",
  stale_dates: "The newest date is more than two years older than the profile.",
  future_dates: "Some dates lie after the day of the profile.",
  personal_data: "Some values look like personal data.",
  possible_personal_data: "Values may be names or addresses of people; the confidence is told.",
} as const;

export const FILE_ALERTS = {
  duplicate_rows: "Rows repeat another row.",
  repeated_keys: "Rows share the key by which the other rows can be told apart.",
  cut_off: "The file ends inside a row; what came after it is missing.",
  format_mismatch: "The listing names another format than the content has.",
  encoding_guessed: "The text is not UTF-8; its encoding was guessed.",
  unbalanced_quotes: "Quotes are out of place or never closed; they were read as plain characters.",
  short_rows: "Rows have fewer cells than there are columns.",
  long_rows: "Rows have more cells than there are columns; the surplus was left out.",
  blank_lines: "Blank lines were skipped.",
  comment_lines: "Lines that start with # were skipped.",
  no_header: "The first line is data; columns are numbered.",
  empty_header: "Columns have no name.",
  duplicate_header: "Names of columns are repeated.",
  title_rows: "Rows above the table were skipped.",
  joined_header: "The names of the columns are joined from several rows.",
  note_rows: "Rows of notes below the table were skipped.",
  empty_rows: "Rows without any value were skipped.",
  other_tables: "A file holds more tables than the one that was read; their cells are counted.",
  unread_tables: "A file holds tables that have no profile; `tables` says why of each.",
  unread_parts: "Parts of a table could not be read and were left out.",
  other_sheets: "A workbook has more sheets than those that were read or shown.",
  error_cells: "Cells of a workbook hold errors and count as missing.",
  dates_out_of_range: "Dates or times that no calendar has count as missing.",
  nested_compression: "The file is compressed more than once.",
  other_files: "An archive holds more than what was read or shown.",
  special_entries: "Links, devices and pipes of an archive were skipped.",
  unsafe_names: "Names in an archive would be unpacked outside the chosen folder.",
  picture_positions: "Pictures of an archive say where they were taken.",
  unreadable_images: "Pictures of an archive could not be read.",
  unread_members: "Members of a JSON document beside its table were not read.",
  unreadable_columns: "Columns of a file could not be read and were left out.",
  projected_coordinates: "Coordinates of geometries are not degrees, so the column has no bounds.",
} as const;

export type ColumnAlertCode = keyof typeof COLUMN_ALERTS;
export type FileAlertCode = keyof typeof FILE_ALERTS;

export const ALERT_CODES = [
  ...(Object.keys(COLUMN_ALERTS) as ColumnAlertCode[]),
  ...(Object.keys(FILE_ALERTS) as FileAlertCode[]),
];
