/** The path that explains every code. */
export const problemsPath = "/problems";
