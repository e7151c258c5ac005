/** How many files a folder may have that one tool call announces: a message has no room for more. */
export const TOOL_FILES_MAX = 400;

/** What to do with a larger folder. */
export const moreFiles = `A tool takes ${TOOL_FILES_MAX} files of a folder; announce more with \`POST /listings/{id}/upload-urls\` of the REST API, then go on here with upload_id.`;
