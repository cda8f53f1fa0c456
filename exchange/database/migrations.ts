/** The migrations in order. A released migration is never edited; add a new one instead. */
import type { Migration } from 'kysely';
import { first } from './migrations/0001-first';

export const migrations: Readonly<Record<string, Migration>> = { '0001-first': first };
