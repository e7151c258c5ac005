import type { ListingView } from "../../../../market/listing/schemas.ts";
import { Badge } from "../../../kit/parts.tsx";
import { paths } from "../../paths.ts";

const steps = [
  { path: "/file", label: "File" },
  { path: "/found", label: "Findings" },
  { path: "/terms", label: "Terms" },
  { path: "/preview", label: "Preview" },
  { path: "/publish", label: "Publish" },
] as const;
export type StepPath = (typeof steps)[number]["path"];

export const listingPath = (id: string) => `${paths.listings}/${id}`;

/** Links all steps, since they need no order. The last one lists what is missing. */
export function Steps(props: { listing: ListingView; current: StepPath | null }): JSX.Element {
  const { listing, current } = props;
  const shown = listing.next_version === null ? steps : steps.filter(({ path }) => isOfFile(path));
  return (
    <nav aria-label="Steps">
      <ol class="steps-row">
        {shown.map(({ path, label }) => (
          <li>
            <a
              href={`${listingPath(listing.id)}${path}`}
              aria-current={path === current ? "step" : undefined}
            >
              {label}
            </a>{" "}
            {isDone(listing, path) && <Badge tone="good" label="done" />}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A new version changes only the file. */
const isOfFile = (path: StepPath) => path === "/file" || path === "/found" || path === "/publish";

/** The file in preparation: the draft's, or the new version's. */
export function workingFile(listing: ListingView) {
  const { next_version: next } = listing;
  const part = next ?? listing;
  return {
    version: next === null ? ("current" as const) : ("next" as const),
    hasFile: part.full_data_path !== null,
    job: part.data_profile,
    blockers: part.publish_blockers,
  };
}

/** The state of the file's job; "none" if there is nothing to do yet. */
export function jobOf(listing: ListingView): "none" | "running" | "ended" {
  const { hasFile, job } = workingFile(listing);
  if (!hasFile) return "none";
  return job.auto_sample_status === undefined ? "running" : "ended";
}

function isDone(listing: ListingView, path: StepPath): boolean {
  if (path === "/file") return workingFile(listing).hasFile;
  if (path === "/found") return jobOf(listing) === "ended";
  return path === "/terms" && listing.description !== "";
}
