import type { KitContext } from "../kit/context.ts";
import type { visitorReportUseCases } from "./use-cases.ts";

export type ReportContext = KitContext & ReturnType<typeof visitorReportUseCases>;
