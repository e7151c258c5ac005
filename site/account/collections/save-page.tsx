/** To which collections a dataset is saved. */
import { COLLECTION_TITLE_CHARS_MAX } from "../../../market/collection/limits.ts";
import { counted } from "../../../market/counted.ts";
import { datasetPath } from "../../catalogue/facts.ts";
import { ErrorSummary, OwnForm, PostButton, TextField } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Foreign } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { collectionLabels } from "./form.tsx";
import { visibilityWords } from "./list-page.tsx";
import type { collectionUseCases } from "./use-cases.ts";

type Saving = Awaited<ReturnType<ReturnType<typeof collectionUseCases>["getSaving"]>>;

type Props = { frame: Frame; saving: Saving; title: string; errors: FieldErrors };

export function SaveToCollectionPage({ frame, saving, title, errors }: Props): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title="Save to collection"
      up={{ href: datasetPath(saving.id), label: saving.title }}
    >
      <ErrorSummary errors={errors} labels={collectionLabels} />
      {saving.collections.length > 0 && (
        <Table
          caption="Your collections, newest first"
          columns={[
            "Collection",
            "Who sees it",
            { label: "Datasets", kind: "number" },
            { label: "Change", kind: "actions" },
          ]}
          rows={saving.collections.map((one) => cellsOf(one, { frame, saving }))}
        />
      )}
      <OwnForm
        action={`${paths.collections}/save/${saving.id}`}
        viewer={frame.viewer}
        class="card stack-m"
      >
        <TextField
          name="title"
          label="New collection"
          hint="Only you see it until you change that."
          value={title}
          maxlength={COLLECTION_TITLE_CHARS_MAX}
          required
          errors={errors}
        />
        <div class="actions">
          <button class="button primary" type="submit">
            Create and save
          </button>
        </div>
      </OwnForm>
    </AccountLayout>
  );
}

type Row = Saving["collections"][number];

function cellsOf(one: Row, { frame, saving }: Pick<Props, "frame" | "saving">): JSX.Element[] {
  const action = `${paths.collections}/${one.id}/datasets/${saving.id}`;
  const button = { viewer: frame.viewer, about: one.title };
  return [
    <a href={`${paths.collections}/${one.id}`}>
      <Foreign text={one.title} />
    </a>,
    <span>{visibilityWords[one.isPublic ? "public" : "private"]}</span>,
    <span safe>{counted(one.datasets, "dataset")}</span>,
    one.holdsIt ? (
      <PostButton {...button} action={`${action}/remove`} label="Remove" />
    ) : (
      <PostButton {...button} action={action} kind="primary" label="Save here" />
    ),
  ];
}
