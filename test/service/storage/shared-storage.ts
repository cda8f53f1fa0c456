/** Files of a running service, as their owner stores, reads, deletes and shares them. */
import fs from 'node:fs';
import path from 'node:path';
import { send, type Answer, type FormPart } from '../../support/clients/requests';
import type { RunningService } from '../../support/programs/service';
import { filesBelow } from '../objects/storage-folder';

export class StorageClient {
	constructor(
		readonly running: RunningService,
		readonly key = running.organisation.admin.key,
	) {}

	ask(
		method: string,
		place: string,
		more: { headers?: Record<string, string>; json?: unknown } = {},
	) {
		const { headers, json } = more;
		const url = `${this.running.storageUrl}${place}`;
		return send({ method, url, headers: { 'x-api-key': this.key, ...headers }, json });
	}

	get(place: string, headers: Record<string, string> = {}): Promise<Answer> {
		return this.ask('GET', place, { headers });
	}

	upload(content: Buffer, parts: readonly FormPart[] = []): Promise<Answer> {
		const headers = { 'x-api-key': this.key };
		const form = [...parts, { name: 'file', fileName: 'a.bin', content }];
		return send({ method: 'POST', url: `${this.running.storageUrl}/files`, headers, form });
	}

	async stored(content: Buffer, parts: readonly FormPart[] = []): Promise<string> {
		const answer = await this.upload(content, parts);
		if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
		return (answer.json() as { readonly id: string }).id;
	}

	/** The address of a new link to a file. */
	async link(
		fileId: string,
		json: object = {},
	): Promise<{ readonly id: string; readonly url: string }> {
		const answer = await this.ask('POST', `/files/${fileId}/links`, { json });
		if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
		return answer.json() as { readonly id: string; readonly url: string };
	}

	async storedBytes(): Promise<number> {
		const headers = { 'x-api-key': this.key };
		const usage = await send({ method: 'GET', url: `${this.running.url}/usage`, headers });
		return (usage.json() as { readonly storedBytes: number }).storedBytes;
	}

	shards(): readonly string[] {
		return filesBelow(path.join(this.running.dataFolder, 'buckets')).filter((file) =>
			file.includes('/shards/'),
		);
	}

	bucket(index: number): string {
		return path.join(this.running.dataFolder, 'buckets', `bucket-${index + 1}`);
	}

	/** Runs a step while the disk of a bucket is not mounted. */
	async without<Value>(index: number, step: () => Promise<Value>): Promise<Value> {
		const place = this.bucket(index);
		fs.renameSync(place, `${place}.away`);
		fs.mkdirSync(place);
		try {
			return await step();
		} finally {
			fs.rmdirSync(place);
			fs.renameSync(`${place}.away`, place);
		}
	}
}

/** Of a refusal of the storage. */
export const statusOf = ({ status, text }: Answer) => [status, text];
