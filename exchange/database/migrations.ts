/** The migrations in their order. One that was released is never edited; a new one follows it. */
import type { Migration } from 'kysely';
import { first } from './migrations/0001-first';

export const migrations: Readonly<Record<string, Migration>> = { '0001-first': first };
