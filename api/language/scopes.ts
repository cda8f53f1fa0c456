/**
 * What a trader's key is good for, each scope for what those before it are, too: READ for reading,
 * TRADE for orders and deposits, FULL for payouts and keys besides.
 */
export const scopes = ['READ', 'TRADE', 'FULL'] as const;

export type Scope = (typeof scopes)[number];
