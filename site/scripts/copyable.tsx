/** Text that is there to be copied: `copy.js` gives it a button, on pages that run it. */

/** `name` says what is copied, as in "Copy the address". */
export function CopyBlock({ name, text }: { name: string; text: string }): JSX.Element {
  return (
    <pre tabindex="0" data-copy={name}>
      <code safe>{text}</code>
    </pre>
  );
}

/** A word within a line, such as a hash. */
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
