/** Deliveries that were given up are counted without reading all that are kept. */
import type { Kysely, Migration } from 'kysely';
import { indexParked } from '../../../server/events/tables';

export const parkedDeliveries: Migration = {
	up: (database: Kysely<unknown>) => indexParked(database),
};
