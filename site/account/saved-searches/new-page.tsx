import { ErrorSummary, OwnForm } from "../../kit/fields.tsx";
import { AccountLayout } from "../frame.tsx";
import { paths } from "../paths.ts";
import { SearchFieldSet, type SearchFormProps, searchLabels } from "./form.tsx";

export function NewSearchPage(props: SearchFormProps): JSX.Element {
  const { frame, errors } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Save a search"
      lead="You are notified of each matching dataset or version that goes on sale from now on."
      up={{ href: paths.savedSearches, label: "Saved searches" }}
    >
      <ErrorSummary errors={errors} labels={searchLabels} />
      <OwnForm action={`${paths.savedSearches}/new`} viewer={frame.viewer} class="card stack">
        <SearchFieldSet {...props} />
        <div class="actions">
          <button class="button primary" type="submit">
            Save the search
          </button>
          <a class="button plain" href={paths.savedSearches}>
            Cancel
          </a>
        </div>
      </OwnForm>
    </AccountLayout>
  );
}
