import type { SubjectKey } from "../../../db/queries/reports/subjects.ts";

/** The administrators' page about something that can be reported. */
export const adminPath = ({ kind, id }: SubjectKey): string => `/admin/reports/${kind}/${id}`;
