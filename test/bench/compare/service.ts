/** How long small requests to a service take while it makes two comparisons, and while it makes none. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { roles } from '../../../api/language/roles';
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../service/accounts/accounts';
import { openDatabase } from '../../../service/database/database';
import type { FilePair } from './files';
import { endProcess, startService } from '../parts/program-process';
import { quantile } from '../parts/result';

const comparisonsAtOnce = 2;
const requestCount = 500;
const requestEveryMs = 5;

export async function beside(pair: FilePair | undefined): Promise<Record<string, number>> {
	if (pair === undefined) throw new Error('there is a pair to compare');
	const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const keeper = await addKeeper(dataFolder);
	const service = await startService(dataFolder);
	try {
		return await measure(new Keeper(service.url, keeper), pair);
	} finally {
		await endProcess(service);
		fs.rmSync(dataFolder, { recursive: true });
	}
}

async function measure(keeper: Keeper, pair: FilePair): Promise<Record<string, number>> {
	const fileId = await keeper.add(pair);
	// The first comparison and the first requests hold the service longer than all that follow.
	await keeper.compare(fileId, pair);
	await keeper.requestTimes();
	const alone = await keeper.requestTimes();
	let areWanted = true;
	const comparing = Array.from({ length: comparisonsAtOnce }, async () => {
		while (areWanted) await keeper.compare(fileId, pair);
	});
	const besideMs = await keeper.requestTimes();
	areWanted = false;
	await Promise.all(comparing);
	return {
		othersP99_aloneMs: quantile(alone, 0.99),
		othersP99_besideMs: quantile(besideMs, 0.99),
		othersP99_times: quantile(besideMs, 0.99) / quantile(alone, 0.99),
	};
}

interface Access {
	readonly key: string;
	readonly productId: string;
}

async function addKeeper(dataFolder: string): Promise<Access> {
	const database = await openDatabase({ dataFolder, databaseUrl: undefined });
	const accounts = new Accounts(database, systemClock);
	const { id: organisationId } = await accounts.addOrganisation('Bench');
	const { id } = await accounts.addUser({ organisationId, email: 'bench@bench.test', roles });
	const { key } = await accounts.addKey(id, 'bench');
	const product = await accounts.addProduct({ organisationId, kind: 'Keeper', name: 'Bench' });
	await database.destroy();
	return { key, productId: product.id };
}

class Keeper {
	private readonly base: string;

	constructor(
		private readonly url: string,
		private readonly access: Access,
	) {
		this.base = `${url}/keeper/${access.productId}`;
	}

	async add(pair: FilePair): Promise<string> {
		const folder = await this.post('/folders', JSON.stringify({ name: 'Bench' }));
		const fields = { folderId: folder.id, accuracy: 'High', displayName: 'Document' };
		return (await this.post('/files', formOf(fields, pair.kept, pair.fileName))).id;
	}

	async compare(fileId: string, { sent, fileName }: FilePair): Promise<void> {
		const form = formOf({ generateDiffFile: 'true' }, sent, fileName);
		await this.post(`/files/${fileId}/compare/latest`, form);
	}

	/** Of small requests, one every few milliseconds whatever the others take. */
	async requestTimes(): Promise<readonly number[]> {
		const times: Promise<number>[] = [];
		for (let count = 0; count < requestCount; count += 1) {
			times.push(this.requestTime());
			await delay(requestEveryMs);
		}
		return Promise.all(times);
	}

	private async requestTime(): Promise<number> {
		const startedAt = performance.now();
		const answer = await fetch(`${this.url}/products`, { headers: this.headers });
		await answer.text();
		if (!answer.ok) throw new Error(`status ${answer.status}`);
		return performance.now() - startedAt;
	}

	private get headers(): Record<string, string> {
		return { 'x-api-key': this.access.key };
	}

	private async post(location: string, body: FormData | string): Promise<{ readonly id: string }> {
		const headers = {
			...this.headers,
			...(typeof body === 'string' && { 'content-type': 'application/json' }),
		};
		const answer = await fetch(this.base + location, { method: 'POST', headers, body });
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${location}: ${text}`);
		return JSON.parse(text) as { readonly id: string };
	}
}

function formOf(
	fields: Readonly<Record<string, string>>,
	bytes: Uint8Array,
	fileName: string,
): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
	return form;
}
