/** Types for `build.js`, which tests call as well. */
export function buildPages(folder: string): void;
