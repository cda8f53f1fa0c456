/**
 * How whole numbers are read from either database: `bigint` for a program whose amounts pass 2^53,
 * `number` for one that counts and measures. A number too large for that is an error, never rounded.
 */
export type WholeNumbers = 'bigint' | 'number';
