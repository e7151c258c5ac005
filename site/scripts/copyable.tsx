/** Text for copying. `copy.js` adds a button to it on pages that load the script. */

/** `name` completes the button's label, as in "Copy the address". */
export function CopyBlock({ name, text }: { name: string; text: string }): JSX.Element {
  return (
    <pre tabindex="0" data-copy={name}>
      <code safe>{text}</code>
    </pre>
  );
}

/** A short text within a line, such as a hash. */
export function CopyWord(props: { name: string; text: string; class?: string }): JSX.Element {
  return (
    <code class={props.class} data-copy={props.name} safe>
      {props.text}
    </code>
  );
}

/** A block under the name of its file or program. */
export function Snippet({ place, text }: { place: string; text: string }): JSX.Element {
  return (
    <figure class="snippet">
      <figcaption class="muted small" safe>
        {place}
      </figcaption>
      <CopyBlock name={place} text={text} />
    </figure>
  );
}
