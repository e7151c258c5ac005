/** Why a query that is valid cannot be answered for the values that it met. */
export const valueFaults = {
  division_by_zero: "A value was divided by zero: write a / nullif(b, 0).",
  overflow: "A whole number has more than 63 bits: CAST the values AS DOUBLE.",
  out_of_range: "A value does not fit its new type: CAST it AS DOUBLE, or leave it out with WHERE.",
  not_finite: "A result is too large for a number: divide the values first.",
  square_root: "The square root of a negative number: leave it out with WHERE.",
  logarithm: "The logarithm of zero or of a negative number: leave it out with WHERE.",
  no_number: "A text is no number: leave it out with WHERE, or use CASE.",
  no_date: "A text is no date such as 2026-01-31: leave it out with WHERE, or use CASE.",
  date_range: "A date is before the year 1 or after 9999: leave it out with WHERE.",
  letter_case:
    "A text has letters whose other case depends on the system: compare it without lower, upper and ILIKE.",
} as const;

export type ValueFault = keyof typeof valueFaults;
