/** Numbers and instants as people read them, on pages and in files. */
const instantFormat = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
const sizeUnits = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** For example "21 Nov 2026, 07:27 UTC": the server does not know the reader's time zone. */
export function formatInstant(instant: Date): string {
  return `${instantFormat.format(instant)} UTC`;
}

/** For example "1.4 MB", in powers of 1000. */
export function formatByteSize(byteSize: number): string {
  let value = byteSize;
  let step = 0;
  while (value >= 1000 && step < sizeUnits.length - 1) {
    value /= 1000;
    step += 1;
  }
  const digits = step === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${sizeUnits[step]}`;
}
