/**
 * Scopes of a trader's key; each includes those before it. READ: reading. TRADE: orders and
 * deposits. FULL: payouts and keys.
 */
export const scopes = ['READ', 'TRADE', 'FULL'] as const;

export type Scope = (typeof scopes)[number];
