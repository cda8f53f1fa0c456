/**
 * How 64-bit integers are read from either database: as `bigint` if amounts can exceed 2^53, else
 * as `number`. A number too large for that is an error, never rounded.
 */
export type WholeNumbers = 'bigint' | 'number';
