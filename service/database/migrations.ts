/** The migrations in order. Never edit a released one; add a new one. */
import type { Migration } from 'kysely';
import { first } from './migrations/0001-first';

export const migrations: Readonly<Record<string, Migration>> = { '0001-first': first };
