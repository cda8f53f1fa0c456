/** A small database of a made-up program, for tests of what all programs' databases share. */
import path from 'node:path';
import type { Generated, Kysely, Migration } from 'kysely';
import {
	openDatabase,
	openDatabaseToRead,
	type DatabaseForm,
	type DatabasePlace,
} from '../../../server/database/database';
import type { TestPlace } from '../../support/servers/databases';

export interface NoteTables {
	notes: { id: string; text: string | null; size: number | bigint | null };
	links: { id: Generated<number>; note_id: string };
}

const notes: Migration = {
	async up(database: Kysely<unknown>): Promise<void> {
		await database.schema
			.createTable('notes')
			.addColumn('id', 'text', (column) => column.primaryKey())
			.addColumn('text', 'text')
			.addColumn('size', 'bigint')
			.execute();
		await database.schema
			.createTable('links')
			.addColumn('id', 'integer', (column) => column.primaryKey())
			.addColumn('note_id', 'text', (column) => column.notNull().references('notes.id'))
			.execute();
	},
};

export const noteMigrations = { '0001-notes': notes };

type NotePlace = TestPlace & Pick<DatabasePlace, 'copyBeforeUpgrade'>;

export function openNotes(
	place: NotePlace,
	form: Partial<DatabaseForm> = {},
): Promise<Kysely<NoteTables>> {
	return openDatabase<NoteTables>(notesIn(place), { ...noteForm, ...form });
}

export function openNotesToRead(place: TestPlace): Promise<Kysely<NoteTables>> {
	return openDatabaseToRead<NoteTables>(notesIn(place), noteForm);
}

const noteForm: DatabaseForm = { migrations: noteMigrations, wholeNumbers: 'number' };

function notesIn(place: NotePlace): DatabasePlace {
	const { dataFolder, databaseUrl, copyBeforeUpgrade } = place;
	return { file: path.join(dataFolder, 'notes.sqlite'), databaseUrl, copyBeforeUpgrade };
}
