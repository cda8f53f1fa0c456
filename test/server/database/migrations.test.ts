/** A database of other tables than the program's is refused, which is known by the names of its migrations. */
import { hash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import * as exchange from '../../../exchange/database/database';
import { migrations as exchangeMigrations } from '../../../exchange/database/migrations';
import * as service from '../../../service/database/database';
import { migrations as serviceMigrations } from '../../../service/database/migrations';

async function tablesOf(open: (dataFolder: string) => Promise<Kysely<never>>): Promise<string> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-tables-'));
	const database = await open(folder);
	const { rows } = await sql<object>`
		select type, name, sql from sqlite_schema order by type, name`.execute(database);
	await database.destroy();
	fs.rmSync(folder, { recursive: true });
	return hash('sha256', JSON.stringify(rows)).slice(0, 12);
}

/** Where this fails, the tables have changed: leave the migrations that there are, add one, and set both here. */
const programs = [
	{
		names: [
			'0001-first-5',
			'0002-sign-in',
			'0003-storage',
			'0004-references',
			'0005-passkeys',
			'0006-signer-codes',
			'0007-key-limits',
			'0008-brand',
			'0009-contract-files',
			'0010-waiting',
		],
		tables: '0cb0311476c9',
		migrations: serviceMigrations,
		open: (dataFolder: string) => service.openDatabase({ dataFolder, databaseUrl: undefined }),
	},
	{
		names: ['0001-first-4', '0002-deposit-keys'],
		tables: 'dfdc65a281c0',
		migrations: exchangeMigrations,
		open: (dataFolder: string) => exchange.openDatabase({ dataFolder, databaseUrl: undefined }),
	},
] as const;

test.each(programs)('tables that change take a migration behind $names', async (program) => {
	const tables = await tablesOf(
		(folder) => program.open(folder) as unknown as Promise<Kysely<never>>,
	);
	const names = Object.keys(program.migrations);
	expect({ names, tables }).toEqual({ names: program.names, tables: program.tables });
});
