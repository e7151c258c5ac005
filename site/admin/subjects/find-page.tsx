import type { SubjectView } from "../../../market/administration/schemas.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { SearchForm } from "./search-form.tsx";
import { Owner, SubjectState, subjectPath, up } from "./standing.tsx";

export function FindPage(props: {
  frame: Frame;
  q: string;
  subjects: SubjectView[];
  fault?: string;
}): JSX.Element {
  const { frame, q, subjects, fault } = props;
  return (
    <AccountLayout frame={frame} title="Find" up={up}>
      <SearchForm q={q} error={fault} />
      {subjects.length === 0 && fault === undefined && (
        <Empty
          title="Nothing was found"
          text="Search agents by their exact name, and accounts and agents by the full e-mail address."
        />
      )}
      {subjects.length > 0 && (
        <Table
          caption="Findings"
          columns={["Name", "Kind", "State", "Belongs to", "Since"]}
          rows={subjects.map((subject) => [
            <a href={subjectPath(subject.kind, subject.id)}>
              <Foreign text={subject.label} />
            </a>,
            <span>{subject.kind}</span>,
            <SubjectState subject={subject} />,
            <Owner owner={subject.owner} />,
            <Time at={subject.created_at} day />,
          ])}
        />
      )}
    </AccountLayout>
  );
}
