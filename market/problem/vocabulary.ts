/** Where every code is explained, below the base address. */
export const problemsPath = "/problems";
