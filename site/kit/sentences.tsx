/** The changes between two versions as sentences. Column names in them are text by strangers. */
import { Foreign } from "./parts.tsx";

export function Sentences({ sentences }: { sentences: string[] }): JSX.Element {
  return (
    <ul>
      {sentences.map((sentence) => (
        <li>
          <Foreign text={sentence} />
        </li>
      ))}
    </ul>
  );
}
