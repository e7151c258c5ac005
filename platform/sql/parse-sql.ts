/**
 * PostgreSQL's own parser, compiled to WebAssembly. It reads in linear time and needs no stack for
 * nested parentheses; the checks before it exclude the inputs on which its scanner is quadratic.
 */
import {
  hasSqlDetails,
  loadModule,
  type ParseResult,
  parseSync,
  type SelectStmt,
} from "libpg-query";

export type {
  A_Const,
  A_Expr,
  ColumnRef,
  FuncCall,
  JoinExpr,
  Node,
  RangeVar,
  SelectStmt,
  TypeCast,
} from "libpg-query";

/** `atByte`: the offset of the fault in the text's UTF-8 bytes. */
export type SqlFault = { detail: string; atByte: number };

/** The scanner takes quadratic time in such runs. A comment may contain longer ones, but rarely does. */
const longOperator = /[-+*/<>=~!@#%^&|`?]{33}/;
const commentsMax = 50;

await loadModule();

/** The only statement of the text, which is a SELECT, or the reason why it is not one. */
export function parseSelect(sql: string): SelectStmt | SqlFault {
  const fault = scanFault(sql);
  if (fault !== null) return fault;
  let parsed: ParseResult;
  try {
    parsed = parseSync(sql);
  } catch (error) {
    if (!hasSqlDetails(error)) return { detail: "The text cannot be read as SQL.", atByte: 0 };
    const { message, cursorPosition } = error.sqlDetails ?? { message: "", cursorPosition: 0 };
    const before = [...sql].slice(0, Math.max(0, cursorPosition)).join("");
    return { detail: sentence(message), atByte: Buffer.byteLength(before) };
  }
  const [first, second] = parsed.stmts ?? [];
  if (first === undefined) return { detail: "There is no SELECT.", atByte: 0 };
  if (second !== undefined) {
    return { detail: "Send one SELECT only.", atByte: second.stmt_location ?? 0 };
  }
  const { stmt } = first;
  if (stmt === undefined || !("SelectStmt" in stmt)) {
    return { detail: "Only SELECT is possible.", atByte: first.stmt_location ?? 0 };
  }
  return stmt.SelectStmt;
}

function scanFault(sql: string): SqlFault | null {
  const at = (index: number) => Buffer.byteLength(sql.slice(0, index));
  const zero = sql.indexOf("\0");
  if (zero >= 0) return { detail: "The text contains a NUL character.", atByte: at(zero) };
  const long = longOperator.exec(sql);
  if (long !== null) {
    return { detail: "A run of operator characters has up to 32.", atByte: at(long.index) };
  }
  const comments = [...sql.matchAll(/\/\*/g)];
  const extra = comments[commentsMax];
  if (extra === undefined) return null;
  return { detail: `There are up to ${commentsMax} comments.`, atByte: at(extra.index) };
}

function sentence(message: string): string {
  const text = message.slice(0, 200);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
