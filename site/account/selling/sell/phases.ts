/** The phases of a file's job, for the person who waits for it. */
const words: Record<string, string> = {
  download: "Fetching the file",
  detect: "Detecting the format, unpacking archives",
  read: "Reading every row",
  finish: "Computing statistics and sample",
};

/** For example "Reading every row: 42 %", or that the file waits for a worker. */
export function phaseText(
  progress: { phase: string; bytes_done: number; bytes_total: number } | undefined,
): string {
  if (progress === undefined) return "Waiting for a worker.";
  const { phase, bytes_done: done, bytes_total: total } = progress;
  const what = words[phase] ?? "The file is read";
  if (total === 0) return `${what}.`;
  return `${what}: ${Math.min(100, Math.floor((100 * done) / total))} %.`;
}
