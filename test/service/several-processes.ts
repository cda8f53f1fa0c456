/**
 * Several processes of the service on one PostgreSQL: each with a data folder of its own, all with
 * the same buckets and the same keys, as an operator sets them up.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { roles, type Role } from '../../api/language/roles';
import { systemClock } from '../../server/clock';
import { Accounts } from '../../service/accounts/accounts';
import { openDatabase, type Database } from '../../service/database/database';
import { testPort } from '../support/run/ports';
import { ProgramProcess } from '../support/programs/program-process';
import type { TestUser } from '../support/programs/service';
import { sharedPostgres } from '../support/servers/shared-postgres';

export interface OneProcess {
	readonly url: string;
	readonly dataFolder: string;
	readonly process: ProgramProcess;
}

export interface SeveralProcesses {
	readonly database: Database;
	readonly databaseUrl: string;
	readonly folder: string;
	readonly parts: readonly OneProcess[];
	readonly organisationId: string;
	readonly users: readonly TestUser[];
	readonly products: Readonly<Record<'Sealer' | 'Tracker' | 'Keeper', string>>;
	addUser(email: string, roles: readonly Role[]): Promise<TestUser>;
	/** A process beside the others, not started. */
	add(name: string, own?: Readonly<Record<string, string>>): Promise<OneProcess>;
	close(): Promise<void>;
}

const userCount = 4;

/** What the organisation may store, all processes together. */
export const quotaBytes = 3_000_000;

/** Each has the variables of `more` besides its own. */
export async function startSeveral(
	count: number,
	more: Readonly<Record<string, string>> = {},
): Promise<SeveralProcesses> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-several-'));
	const databaseUrl = await (await sharedPostgres()).addDatabase();
	const database = await openDatabase({ dataFolder: folder, databaseUrl });
	const add = (name: string, own: Readonly<Record<string, string>> = {}) =>
		addProcess({ folder, databaseUrl, name, more: { ...more, ...own } });
	const parts: OneProcess[] = [];
	for (let number = 1; number <= count; number += 1) {
		const part = await add(`process-${number}`);
		const [first] = parts;
		if (first !== undefined) copyKeys(first, part);
		await part.process.start();
		parts.push(part);
	}
	return {
		...{ database, databaseUrl, folder, parts, add },
		...(await addAccounts(database)),
		async close() {
			await Promise.all(parts.map((part) => part.process.end()));
			await database.destroy();
			fs.rmSync(folder, { recursive: true, force: true });
		},
	};
}

export function copyKeys(from: OneProcess, to: OneProcess): void {
	for (const name of ['master-keys.json', 'log-key.json', 'log-checkpoint', 'seal-key.json']) {
		if (!fs.existsSync(path.join(from.dataFolder, name))) continue;
		fs.copyFileSync(path.join(from.dataFolder, name), path.join(to.dataFolder, name));
	}
}

async function addProcess({
	folder,
	databaseUrl,
	name,
	more,
}: {
	readonly folder: string;
	readonly databaseUrl: string;
	readonly name: string;
	readonly more: Readonly<Record<string, string>>;
}): Promise<OneProcess> {
	const dataFolder = path.join(folder, name);
	fs.mkdirSync(dataFolder);
	const buckets = Array.from({ length: 8 }, (_, index) => ({
		kind: 'folder',
		name: `bucket-${index + 1}`,
		folder: path.join(folder, 'buckets', `bucket-${index + 1}`),
	}));
	fs.writeFileSync(path.join(dataFolder, 'buckets.json'), JSON.stringify({ buckets }));
	const port = await testPort();
	const environment = {
		SEALKEEPER_DATA: dataFolder,
		DATABASE_URL: databaseUrl,
		PORT: String(port),
		REQUESTS_PER_MINUTE_MAX: '1000000',
		STORED_BYTES_PER_ORGANISATION_MAX: String(quotaBytes),
		LOG_LEVEL: 'warn',
		...more,
	};
	const running = /Sealkeeper listens/;
	const program = { file: 'service/main.ts', args: [], environment, running };
	return { url: `http://127.0.0.1:${port}`, dataFolder, process: new ProgramProcess(program) };
}

async function addAccounts(database: Database) {
	const accounts = new Accounts(database, systemClock);
	const { id: organisationId } = await accounts.addOrganisation('Harbour');
	const product = async (kind: 'Sealer' | 'Tracker' | 'Keeper') =>
		(await accounts.addProduct({ organisationId, kind, name: kind })).id;
	const addUser = async (email: string, userRoles: readonly Role[]) => {
		const user = await accounts.addUser({ organisationId, email, roles: userRoles });
		return { email, key: (await accounts.addKey(user.id, 'test')).key };
	};
	const users: TestUser[] = [];
	for (let number = 1; number <= userCount; number += 1) {
		users.push(await addUser(`user-${number}@harbour.test`, roles));
	}
	const products = {
		Sealer: await product('Sealer'),
		Tracker: await product('Tracker'),
		Keeper: await product('Keeper'),
	};
	return { organisationId, users, products, addUser };
}
