export function buildPages(folder: string): void;
