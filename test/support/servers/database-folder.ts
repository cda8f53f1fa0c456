/** An empty database of its own, for tests of what lies below the interface. */
import { openDatabase, type Database } from '../../../service/database/database';
import { servicePlace, type ServicePlace } from '../programs/service-place';

export interface DatabaseFolder {
	readonly folder: string;
	readonly place: ServicePlace;
	readonly database: Database;
	/** Closes the database and removes the folder. */
	close(): Promise<void>;
}

export async function openDatabaseFolder(): Promise<DatabaseFolder> {
	const place = await servicePlace();
	const database = await openDatabase(place);
	return {
		folder: place.dataFolder,
		place,
		database,
		async close() {
			await database.destroy();
			place.remove();
		},
	};
}
