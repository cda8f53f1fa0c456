/** What is traded in a simulated exchange: by which names and units, and what of it traders have. */
export const assets = { CREDIT: 'asset-1', EUR: 'asset-2' } as const;
export type Asset = keyof typeof assets;
/** A whole unit at the tracker in our smallest ones. */
export const unitOf: Readonly<Record<Asset, bigint>> = { CREDIT: 1n, EUR: 100n };
export const decimalsOf: Readonly<Record<Asset, number>> = { CREDIT: 0, EUR: 4 };
/** What each trader has at the tracker to begin with. */
export const startingUnits: Readonly<Record<Asset, number>> = { CREDIT: 500, EUR: 500_000 };
export const assetCodes = ['CREDIT', 'EUR'] as const;
