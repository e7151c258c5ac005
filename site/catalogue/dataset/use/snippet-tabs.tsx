import { CopyBlock, Snippet as SnippetBlock } from "../../../scripts/copyable.tsx";
import type { Snippet } from "./snippets.ts";

/** One snippet at a time. The choice is a radio button, so it needs no script. */
export function SnippetTabs(props: { name: string; snippets: Snippet[] }): JSX.Element {
  const { name, snippets } = props;
  return (
    <fieldset class="snippets">
      <legend class="unseen">Tool</legend>
      {snippets.map(({ title, text, more = [] }, at) => (
        <>
          <input type="radio" name={name} id={`${name}-${at}`} checked={at === 0} />
          <label for={`${name}-${at}`}>{title}</label>
          <div class="stack-s">
            <CopyBlock name={title} text={text} />
            {more.map((one) => (
              <SnippetBlock {...one} />
            ))}
          </div>
        </>
      ))}
    </fieldset>
  );
}
