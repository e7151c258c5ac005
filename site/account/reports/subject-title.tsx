import type { ReportedKind } from "../../../db/vocabulary/report.ts";
import { capitalize } from "../../../market/capitalize.ts";
import { kindWords } from "../../../market/report/words.ts";
import { Foreign } from "../../kit/parts.tsx";
import { publicPath } from "./words.ts";

type Subject = {
  kind: ReportedKind;
  id: string;
  title: string | null;
  state: "shown" | "suspended" | "gone";
};

/** The title of something reported, with a link while everybody sees it. */
export function SubjectTitle({ subject }: { subject: Subject }): JSX.Element {
  const { kind, title, state } = subject;
  if (title === null)
    return <span class="muted" safe>{`A ${kindWords[kind].noun} that is gone`}</span>;
  if (state !== "shown") return <Foreign text={title} />;
  return (
    <a href={publicPath(subject)}>
      <Foreign text={title} />
    </a>
  );
}

/** Its kind at the beginning of a line, such as "Data request". */
export const kindLabel = (kind: ReportedKind): string => capitalize(kindWords[kind].noun);
