/** A service of its own with a sealer, its administrator and signers who have keys, for a benchmark. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { roles } from '../../../api/language/roles';
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../service/accounts/accounts';
import { openDatabase, type Database } from '../../../service/database/database';
import { endProcess, startService } from '../parts/program-process';

export interface Person {
	readonly email: string;
	readonly key: string;
}

export interface SealerStage {
	readonly url: string;
	/** Of the sealer. */
	readonly contractsUrl: string;
	readonly dataFolder: string;
	readonly admin: Person;
	readonly signers: readonly Person[];
	/** What was measured of the database before the service had it. */
	readonly before: number;
}

const signerCount = 3;

/** Runs `work` with the stage; `before` has the database by itself first. */
export async function onSealerStage<Result>(
	before: (database: Database) => Promise<number>,
	work: (stage: SealerStage) => Promise<Result>,
): Promise<Result> {
	const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	try {
		const database = await openDatabase({ dataFolder, databaseUrl: undefined });
		const people = await addPeople(database);
		const measured = await before(database);
		await database.destroy();
		const service = await startService(dataFolder);
		try {
			const { url } = service;
			const contractsUrl = `${url}/sealer/${people.productId}/contracts`;
			return await work({ ...people, url, contractsUrl, dataFolder, before: measured });
		} finally {
			await endProcess(service);
		}
	} finally {
		fs.rmSync(dataFolder, { recursive: true, force: true });
	}
}

async function addPeople(database: Database) {
	const accounts = new Accounts(database, systemClock);
	const { id: organisationId } = await accounts.addOrganisation('Bench');
	const person = async (name: string): Promise<Person> => {
		const email = `${name}@bench.test`;
		const { id } = await accounts.addUser({ organisationId, email, roles });
		return { email, key: (await accounts.addKey(id, 'bench')).key };
	};
	const admin = await person('admin');
	const signers: Person[] = [];
	for (let number = 1; number <= signerCount; number += 1) {
		signers.push(await person(`signer-${number}`));
	}
	const product = await accounts.addProduct({ organisationId, kind: 'Sealer', name: 'Bench' });
	return { admin, signers, productId: product.id };
}

/** The mails that were written so far; the first makes their folder. */
export function mailFiles({ dataFolder }: SealerStage): readonly string[] {
	const outbox = path.join(dataFolder, 'outbox');
	if (!fs.existsSync(outbox)) return [];
	const names = fs.readdirSync(outbox).filter((name) => name.endsWith('.eml'));
	return names.map((name) => path.join(outbox, name));
}

/** As a form; refuses every answer that is no success. */
export async function post(
	url: string,
	key: string,
	fields: readonly (readonly [name: string, value: string | File])[],
): Promise<Readonly<Record<string, unknown>>> {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	const answer = await fetch(url, { method: 'POST', headers: { 'x-api-key': key }, body: form });
	const read = (await answer.json()) as Readonly<Record<string, unknown>>;
	if (!answer.ok) throw new Error(`${answer.status}: ${JSON.stringify(read)}`);
	return read;
}
