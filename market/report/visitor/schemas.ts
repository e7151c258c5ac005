import { z } from "zod";
import { emailAddress, line } from "../../text.ts";
import { reportWords } from "../schemas.ts";
import { VISITOR_NAME_CHARS_MAX } from "./rules.ts";

/** Regulation (EU) 2022/2065, article 16(2): the reasons, the place, name and address, good faith. */
export const visitorReportBody = reportWords.extend({
  email: emailAddress,
  name: line(VISITOR_NAME_CHARS_MAX).nullable(),
  good_faith: z.literal("yes", { error: "has to be said: reports that are made up harm people" }),
});
