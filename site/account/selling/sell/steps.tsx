import { counted } from "../../../../market/counted.ts";
import { formatByteSize } from "../../../../market/format.ts";
import type { ListingView } from "../../../../market/listing/schemas.ts";
import { paths } from "../../paths.ts";

const steps = [
  { path: "/file", label: "Upload" },
  { path: "/found", label: "Check" },
  { path: "/terms", label: "Describe and price" },
  { path: "/preview", label: "Preview" },
  { path: "/publish", label: "Publish" },
] as const;
export type StepPath = (typeof steps)[number]["path"];
type StepState = "done" | "ahead" | "error";
type Step = { path: StepPath; label: string; state: StepState; note: string };

const stateWords: Record<StepState, string> = { done: "Done", ahead: "", error: "Needs a change" };

export const listingPath = (id: string) => `${paths.listings}/${id}`;

/** Links all steps, since they need no order. Their states come from the stored draft. */
export function Steps(props: { listing: ListingView; current: StepPath | null }): JSX.Element {
  const { listing, current } = props;
  return (
    <nav aria-label="Progress">
      <ol class="stepper">
        {stepsOf(listing).map(({ path, label, state, note }) => (
          <li class={state}>
            <a
              href={`${listingPath(listing.id)}${path}`}
              aria-current={path === current ? "step" : undefined}
            >
              <span safe>{label}</span>
              <span class="unseen" safe>{`. ${stateWords[state]}`}</span>
            </a>
            {note !== "" && (
              <span class="small muted" safe>
                {note}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The steps of a draft, or those of a new version, which changes only the file. */
export function stepsOf(listing: ListingView): Step[] {
  return steps
    .filter(({ path }) => listing.next_version === null || isOfFile(path))
    .map((step) => ({ ...step, ...stepStatus(listing, step.path) }));
}

const isOfFile = (path: StepPath) => path === "/file" || path === "/found" || path === "/publish";

/** The step that fixes the fault at this pointer. */
export function stepFor(pointer: string): StepPath {
  if (pointer.startsWith("/full_data_path")) return "/file";
  return pointer.startsWith("/data_profile") ? "/found" : "/terms";
}

function stepStatus(listing: ListingView, path: StepPath): Pick<Step, "state" | "note"> {
  const { hasFile, job, blockers } = workingFile(listing);
  const problems = blockers.filter(({ pointer }) => stepFor(pointer) === path).length;
  if (path === "/file") {
    if (!hasFile) return { state: "ahead", note: "" };
    const size = job.byte_size ?? null;
    return { state: "done", note: size === null ? "" : formatByteSize(size) };
  }
  if (path === "/found") {
    const state = jobOf(listing);
    if (state === "none") return { state: "ahead", note: "" };
    if (state === "running") return { state: "ahead", note: "We are reading your file" };
    return problems > 0
      ? { state: "error", note: "We could not use the file" }
      : { state: "done", note: "row_count" in job ? rowsNote(job) : "" };
  }
  if (path === "/terms") {
    if (listing.description === "") return { state: "ahead", note: "" };
    return problems > 0
      ? { state: "error", note: counted(problems, "problem") }
      : { state: "done", note: "Complete" };
  }
  return { state: "ahead", note: "" };
}

function rowsNote({ row_count }: ListingView["data_profile"]): string {
  return row_count == null ? "" : counted(row_count, "row");
}

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
