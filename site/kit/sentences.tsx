/** What changed between two versions: sentences in which names of columns are strangers' words. */
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
