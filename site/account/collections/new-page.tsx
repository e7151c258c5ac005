import { ErrorSummary, OwnForm } from "../../kit/fields.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { CollectionFieldSet, type CollectionFormProps, collectionLabels } from "./form.tsx";

export function NewCollectionPage(props: CollectionFormProps & { frame: Frame }): JSX.Element {
  const { frame, errors } = props;
  return (
    <AccountLayout
      frame={frame}
      title="New collection"
      up={{ href: paths.collections, label: "Collections" }}
    >
      <ErrorSummary errors={errors} labels={collectionLabels} />
      <OwnForm action={`${paths.collections}/new`} viewer={frame.viewer} class="card stack-m">
        <CollectionFieldSet {...props} />
        <div class="actions">
          <button class="button primary" type="submit">
            Make the collection
          </button>
          <a class="button plain" href={paths.collections}>
            Cancel
          </a>
        </div>
      </OwnForm>
    </AccountLayout>
  );
}
