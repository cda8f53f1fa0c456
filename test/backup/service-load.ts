/**
 * People who use the service directly: they upload files, keep documents, have contracts signed
 * and transfer an asset, each one request after the other. What was answered is kept, with all it
 * takes to ask for it again.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {
	callTracker,
	createAsset,
	heldBy,
	issue,
	type TrackerPlace,
} from '../exchange/support/settling';
import { send, type FormPart } from '../support/clients/requests';

/** What the service has answered so far, each with the bytes or names it was given. */
export interface Acknowledged {
	/** By the id of the stored file. */
	readonly uploads: ReadonlyMap<string, Buffer>;
	/** By the id of the kept document. */
	readonly documents: ReadonlyMap<string, string>;
	/** Contracts with the address of their signer, to whom a mail must go. */
	readonly contracts: ReadonlyMap<string, string>;
	/** Ids of transactions, each of one unit. */
	readonly transfers: ReadonlySet<string>;
}

export interface ServiceLoad {
	/** As it is now; what is answered later is not in it. */
	acknowledged(): Acknowledged;
	/** Resolves when so many requests more have got their answer. */
	more(count: number): Promise<void>;
	stop(): Promise<void>;
	/** One sentence for each thing in `acknowledged` that a service on this folder has not. */
	lost(acknowledged: Acknowledged, serviceFolder: string): Promise<readonly string[]>;
}

const unitsIssued = 1_000_000;

export async function startServiceLoad(tracker: TrackerPlace): Promise<ServiceLoad> {
	const caller = new Caller(tracker);
	const { admin, byRole } = tracker.organisation;
	const receiver = byRole.TrackerUser;
	const assetId = await createAsset(tracker, 'Loyalty point');
	await issue(tracker, assetId, { to: admin, units: unitsIssued });
	const folderId = await caller.addFolder();
	const uploads = new Map<string, Buffer>();
	const documents = new Map<string, string>();
	const contracts = new Map<string, string>();
	const transfers = new Set<string>();
	const users: readonly ((count: number) => Promise<void>)[] = [
		async () => {
			const bytes = randomBytes(1 + (randomBytes(3).readUIntBE(0, 3) % 400_000));
			uploads.set(await caller.upload(bytes), bytes);
		},
		async (count) => {
			const text = `Terms of version ${count}.\n`.repeat(1 + (count % 50));
			documents.set(await caller.keep(folderId, text), text);
		},
		async (count) => {
			const signer = `signer-${count}@signers.test`;
			contracts.set(await caller.contract(signer), signer);
		},
		async () => void transfers.add(await caller.transfer(assetId, receiver.email)),
	];
	let answered = 0;
	let stopped = false;
	let wake = () => {};
	const running = users.map(async (use) => {
		for (let count = 0; !stopped; count += 1) {
			await use(count);
			answered += 1;
			wake();
		}
	});
	return {
		acknowledged: () => ({
			uploads: new Map(uploads),
			documents: new Map(documents),
			contracts: new Map(contracts),
			transfers: new Set(transfers),
		}),
		async more(count) {
			const goal = answered + count;
			while (answered < goal) {
				await Promise.race([new Promise<void>((resolve) => (wake = resolve)), ...running]);
			}
		},
		async stop() {
			stopped = true;
			await Promise.all(running);
		},
		async lost(acknowledged, serviceFolder) {
			const units = await heldBy(tracker, receiver, assetId);
			const found = await caller.transactions(assetId);
			return [
				...(await caller.lostUploads(acknowledged.uploads)),
				...(await caller.lostDocuments(acknowledged.documents)),
				...(await caller.lostContracts(acknowledged.contracts, serviceFolder)),
				...[...acknowledged.transfers].filter((id) => !found.has(id)).map((id) => `transfer ${id}`),
				...(units === found.size ? [] : [`${found.size} transfers moved ${units} units`]),
			];
		},
	};
}

/** The calls of the service that the load and its check are made of. */
class Caller {
	constructor(private readonly place: TrackerPlace) {}

	async addFolder(): Promise<string> {
		return this.post(this.keeper('folders'), undefined, { name: 'Terms' });
	}

	async upload(content: Buffer): Promise<string> {
		return this.post('/storage/files', [{ name: 'file', fileName: 'file.bin', content }]);
	}

	async keep(folderId: string, content: string): Promise<string> {
		return this.post(this.keeper('files'), [
			{ name: 'folderId', value: folderId },
			{ name: 'accuracy', value: 'High' },
			{ name: 'file', fileName: 'terms.txt', contentType: 'text/plain', content },
			{ name: 'displayName', value: 'Terms' },
		]);
	}

	async contract(signer: string): Promise<string> {
		return this.post(`/sealer/${this.place.organisation.products.Sealer}/contracts`, [
			{ name: 'file', fileName: 'agreement.txt', content: `An agreement with ${signer}.\n` },
			{ name: 'displayName', value: `Agreement with ${signer}` },
			{ name: 'signerEmails', value: signer },
		]);
	}

	async transfer(assetId: string, recipientEmail: string): Promise<string> {
		const body = { recipientEmail, amount: 1 };
		const made = await callTracker(this.place, 'POST', `assets/${assetId}/transfer`, body);
		return (made as readonly { readonly id: string }[])[0]?.id ?? '';
	}

	/** Ids of all transfers of an asset; what was issued is left out. */
	async transactions(assetId: string): Promise<ReadonlySet<string>> {
		const ids = new Set<string>();
		const limit = 1_000;
		for (let offset = 0; ; offset += limit) {
			const page = `assets/${assetId}/transactions?limit=${limit}&offset=${offset}`;
			const rows = (await callTracker(this.place, 'GET', page)) as readonly {
				readonly id: string;
				readonly batchId?: string;
			}[];
			for (const { id, batchId } of rows) if (batchId !== id) ids.add(id);
			if (rows.length < limit) return ids;
		}
	}

	async lostUploads(uploads: ReadonlyMap<string, Buffer>): Promise<readonly string[]> {
		const lost: string[] = [];
		for (const [id, bytes] of uploads) {
			const answer = await fetch(`${this.place.url}/storage/files/${id}`, { headers: this.key() });
			const found = Buffer.from(await answer.arrayBuffer());
			if (!answer.ok || !found.equals(bytes)) lost.push(`file ${id}: ${answer.status}`);
		}
		return lost;
	}

	async lostDocuments(documents: ReadonlyMap<string, string>): Promise<readonly string[]> {
		const lost: string[] = [];
		for (const [id, content] of documents) {
			const answer = await send({
				method: 'POST',
				url: `${this.place.url}${this.keeper(`files/${id}/compare/latest`)}`,
				headers: this.key(),
				form: [{ name: 'file', fileName: 'terms.txt', contentType: 'text/plain', content }],
			});
			const { accuracy } = answer.json() as { readonly accuracy?: number };
			if (accuracy !== 1) lost.push(`document ${id}: ${answer.text}`);
		}
		return lost;
	}

	async lostContracts(
		contracts: ReadonlyMap<string, string>,
		serviceFolder: string,
	): Promise<readonly string[]> {
		const product = this.place.organisation.products.Sealer;
		const answer = await send({
			method: 'GET',
			url: `${this.place.url}/sealer/${product}/contracts?limit=5000`,
			headers: this.key(),
		});
		const found = new Set(
			(answer.json() as readonly { readonly id: string }[]).map(({ id }) => id),
		);
		const mails = mailsIn(serviceFolder);
		return [...contracts].flatMap(([id, signer]) => [
			...(found.has(id) ? [] : [`contract ${id}`]),
			...(mails.includes(`To: ${signer}`) ? [] : [`the mail of contract ${id} to ${signer}`]),
		]);
	}

	private keeper(resource: string): string {
		return `/keeper/${this.place.organisation.products.Keeper}/${resource}`;
	}

	private key() {
		return { 'x-api-key': this.place.organisation.admin.key };
	}

	/** Gives the id of what was made. */
	private async post(location: string, form?: readonly FormPart[], json?: object): Promise<string> {
		const url = `${this.place.url}${location}`;
		const answer = await send({ method: 'POST', url, headers: this.key(), form, json });
		if (answer.status !== 201) throw new Error(`${location} answers ${answer.text}`);
		return (answer.json() as { readonly id: string }).id;
	}
}

/** All mails of a data folder, as one text. */
function mailsIn(serviceFolder: string): string {
	const outbox = path.join(serviceFolder, 'outbox');
	const names = fs.readdirSync(outbox).filter((name) => name.endsWith('.eml'));
	return names.map((name) => fs.readFileSync(path.join(outbox, name), 'utf8')).join('\n');
}
