/**
 * People who use the service directly: they upload files, keep documents and compare versions of them,
 * have contracts signed and transfer an asset, each one request after the other. A request is sent again
 * under its key until it is answered. What was answered is kept, with all it takes to ask for it again,
 * and every process has to show it at once.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createAsset, heldBy, issue, type TrackerPlace } from '../../exchange/support/settling';
import { send, until, type Answer, type FormPart, type Request } from '../clients/requests';
import { drawnSignature } from '../clients/signature-picture';
import type { TestUser } from './service';

/** What the service has answered so far, each with the hash, text or names it was given. */
export interface Acknowledged {
	/** By the id of the stored file. */
	readonly uploads: ReadonlyMap<string, string>;
	/** By the id of the kept document, its newest version. */
	readonly documents: ReadonlyMap<string, string>;
	/** Contracts with the address of their signer, to whom a mail must go. */
	readonly contracts: ReadonlyMap<string, string>;
	/** Those that have every signature. */
	readonly signed: ReadonlySet<string>;
	/** Ids of transactions, each of one unit. */
	readonly transfers: ReadonlySet<string>;
}

export interface ServiceLoad {
	/** As it is now; what is answered later is not in it. */
	acknowledged(): Acknowledged;
	/** How often a process other than the one asked has shown what that had answered. */
	shown(): number;
	/** Resolves when so many requests more have got their answer. */
	more(count: number): Promise<void>;
	stop(): Promise<void>;
	/** One sentence for each thing in `acknowledged` that the service, or the text of its mails, has not. */
	lost(acknowledged: Acknowledged, mails: string): Promise<readonly string[]>;
}

export interface ServiceLoadPlace extends TrackerPlace {
	/** Of what is transferred. */
	readonly receiver: TestUser;
	/** Of each process, where there are several. */
	readonly processUrls?: readonly string[];
	/** Between two of one user; without it they follow at once. */
	readonly pauseMs?: number;
}

const unitsIssued = 1_000_000;

export async function startServiceLoad(place: ServiceLoadPlace): Promise<ServiceLoad> {
	const caller = new Caller(place);
	const { admin } = place.organisation;
	const { receiver, pauseMs } = place;
	const assetId = await createAsset(place, 'Loyalty point');
	await issue(place, assetId, { to: admin, units: unitsIssued });
	const folderId = await caller.addFolder();
	const kept = nothingKept();
	const users = usersOf(caller, kept, { admin, receiver, assetId, folderId });
	let answered = 0;
	let stopped = false;
	let wake = () => {};
	const running = users.map(async (use) => {
		for (let count = 0; !stopped; count += 1) {
			await use(count);
			answered += 1;
			wake();
			if (pauseMs !== undefined) await delay(pauseMs);
		}
	});
	// Whoever waits for it is told.
	for (const one of running) one.catch(() => undefined);
	return {
		acknowledged: () => ({
			uploads: new Map(kept.uploads),
			documents: new Map(kept.documents),
			contracts: new Map(kept.contracts),
			signed: new Set(kept.signed),
			transfers: new Set(kept.transfers),
		}),
		shown: () => caller.shown,
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
		async lost(acknowledged, mails) {
			const units = await heldBy(place, receiver, assetId);
			const found = await caller.transactions(assetId);
			const wanted = acknowledged.transfers;
			return [
				...(await caller.lostUploads(acknowledged.uploads)),
				...(await caller.lostDocuments(acknowledged.documents)),
				...(await caller.lostContracts(acknowledged, mails)),
				...[...wanted].filter((id) => !found.has(id)).map((id) => `transfer ${id}`),
				...(units === found.size ? [] : [`${found.size} transfers moved ${units} units`]),
			];
		},
	};
}

const nothingKept = () => ({
	uploads: new Map<string, string>(),
	documents: new Map<string, string>(),
	contracts: new Map<string, string>(),
	signed: new Set<string>(),
	transfers: new Set<string>(),
});

/** What each of them does again and again; they are given how often they have. */
function usersOf(
	caller: Caller,
	kept: ReturnType<typeof nothingKept>,
	{
		admin,
		receiver,
		assetId,
		folderId,
	}: Readonly<{
		admin: TestUser;
		receiver: TestUser;
		assetId: string;
		folderId: string;
	}>,
): readonly ((count: number) => Promise<unknown>)[] {
	return [
		async () => {
			const bytes = randomBytes(1 + (randomBytes(3).readUIntBE(0, 3) % 400_000));
			kept.uploads.set(await caller.upload(bytes), hashOf(bytes));
		},
		async (count) => {
			const text = `Terms of version ${count}.\n`.repeat(1 + (count % 50));
			kept.documents.set(await caller.keep(folderId, text), text);
		},
		async (count) => {
			const signer = `signer-${count}@signers.test`;
			kept.contracts.set(await caller.contract(signer), signer);
		},
		async (count) => {
			const id = await caller.contract(admin.email, count);
			await caller.sign(id, admin.email);
			kept.signed.add(id);
		},
		async (count) => kept.transfers.add(await caller.transfer(assetId, receiver.email, count)),
	];
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const termsFile = (content: string): FormPart => ({
	...{ name: 'file', fileName: 'terms.txt', contentType: 'text/plain', content },
});

const agreementOf = (signer: string) => `An agreement with ${signer}.\n`;

type Body = Pick<Request, 'form' | 'json'>;

interface WireContract {
	readonly id: string;
	readonly contractStatus: string;
}

/** The calls of the service that the load and its check are made of. */
class Caller {
	shown = 0;
	private keys = 0;

	constructor(private readonly place: ServiceLoadPlace) {}

	async addFolder(): Promise<string> {
		return this.made(this.keeper('folders'), { json: { name: 'Terms' } });
	}

	async upload(content: Buffer): Promise<string> {
		const form = [{ name: 'file', fileName: 'file.bin', content }];
		const id = await this.made('/storage/files', { form });
		await this.expectShown(`/storage/files/info/${id}`, ({ status }) => status === 200);
		return id;
	}

	/** A document and its second version, with a report of what the first has that the second has not. */
	async keep(folderId: string, text: string): Promise<string> {
		const id = await this.made(this.keeper('files'), {
			form: [
				{ name: 'folderId', value: folderId },
				{ name: 'accuracy', value: 'High' },
				termsFile(`Draft.\n${text}`),
				{ name: 'displayName', value: 'Terms' },
			],
		});
		await this.made(this.keeper(`files/${id}/versions`), { form: [termsFile(text)] });
		await this.expectShown(
			this.keeper(`files/${id}/versions`),
			(answer) => (answer.json() as readonly object[]).length === 2,
		);
		const { accuracy } = await this.compared(id, `Draft.\n${text}`, true);
		if (accuracy === undefined || accuracy === 1)
			throw new Error(`a draft of ${id} is ${accuracy}`);
		return id;
	}

	async contract(signer: string, count?: number): Promise<string> {
		const displayName = count === undefined ? `Agreement with ${signer}` : `Agreement ${count}`;
		const id = await this.made(this.sealer('contracts'), {
			form: [
				{ name: 'file', fileName: 'agreement.txt', content: agreementOf(signer) },
				{ name: 'displayName', value: displayName },
				{ name: 'signerEmails', value: signer },
			],
		});
		await this.expectShown(this.sealer('contracts?limit=5000'), (answer) =>
			idsOf(answer).includes(id),
		);
		return id;
	}

	async sign(id: string, signer: string): Promise<void> {
		const answer = await this.answered('POST', this.sealer(`contracts/${id}/sign`), {
			form: [
				{ name: 'contract', fileName: 'agreement.txt', content: agreementOf(signer) },
				{ name: 'signature', fileName: 'hand.svg', content: drawnSignature() },
			],
		});
		// A signature whose answer was lost is there when it is sent again.
		if (answer.status !== 200 && answer.status !== 409) throw refusedBy(answer);
		await this.expectShown(this.sealer('contracts?limit=5000'), (shown) => {
			const list = shown.json() as readonly WireContract[];
			return list.find((contract) => contract.id === id)?.contractStatus === 'Signed';
		});
	}

	/** The first has the number 0; in the list it stands behind the issue. */
	async transfer(assetId: string, recipientEmail: string, number: number): Promise<string> {
		const location = this.tracker(`assets/${assetId}/transfer`);
		const answer = await this.answered('POST', location, { json: { recipientEmail, amount: 1 } });
		const [id = ''] = answer.status === 200 ? idsOf(answer) : [];
		if (id === '') throw refusedBy(answer);
		const place = `transactions?limit=1&offset=${number + 1}`;
		await this.expectShown(this.tracker(`assets/${assetId}/${place}`), (shown) =>
			idsOf(shown).includes(id),
		);
		return id;
	}

	/** Ids of all transfers of an asset; what was issued is left out. */
	async transactions(assetId: string): Promise<ReadonlySet<string>> {
		const ids = new Set<string>();
		const limit = 1_000;
		for (let offset = 0; ; offset += limit) {
			const page = this.tracker(`assets/${assetId}/transactions?limit=${limit}&offset=${offset}`);
			const rows = (await this.answered('GET', page)).json() as readonly {
				readonly id: string;
				readonly batchId?: string;
			}[];
			for (const { id, batchId } of rows) if (batchId !== id) ids.add(id);
			if (rows.length < limit) return ids;
		}
	}

	async lostUploads(uploads: ReadonlyMap<string, string>): Promise<readonly string[]> {
		const lost: string[] = [];
		for (const [id, hash] of uploads) {
			const answer = await fetch(`${this.place.url}/storage/files/${id}`, { headers: this.key() });
			const found = hashOf(Buffer.from(await answer.arrayBuffer()));
			if (!answer.ok || found !== hash) lost.push(`file ${id}: ${answer.status}`);
		}
		return lost;
	}

	async lostDocuments(documents: ReadonlyMap<string, string>): Promise<readonly string[]> {
		const lost: string[] = [];
		for (const [id, content] of documents) {
			const { accuracy } = await this.compared(id, content);
			if (accuracy !== 1) lost.push(`document ${id}: ${accuracy}`);
		}
		return lost;
	}

	private async compared(id: string, content: string, isReported = false) {
		const location = this.keeper(`files/${id}/compare/latest`);
		const answer = await this.answered('POST', location, {
			form: [{ name: 'generateDiffFile', value: String(isReported) }, termsFile(content)],
		});
		if (answer.status !== 200) throw refusedBy(answer);
		return answer.json() as { readonly accuracy?: number };
	}

	async lostContracts(
		{ contracts, signed }: Acknowledged,
		mails: string,
	): Promise<readonly string[]> {
		const answer = await this.answered('GET', this.sealer('contracts?limit=5000'));
		const found = new Map(
			(answer.json() as readonly WireContract[]).map((one) => [one.id, one.contractStatus]),
		);
		return [
			...[...contracts].flatMap(([id, signer]) => [
				...(found.has(id) ? [] : [`contract ${id}`]),
				...(mails.includes(`To: ${signer}`) ? [] : [`the mail of contract ${id} to ${signer}`]),
			]),
			...[...signed]
				.filter((id) => found.get(id) !== 'Signed')
				.map((id) => `signed contract ${id}: ${found.get(id)}`),
		];
	}

	/** Every process that answers shows it, at the first look. */
	private async expectShown(location: string, isThere: (answer: Answer) => boolean): Promise<void> {
		for (const url of this.place.processUrls ?? []) {
			const answer = await unlessAway({ method: 'GET', url: url + location, headers: this.key() });
			if (answer === undefined) continue;
			if (answer.status !== 200) throw refusedBy(answer);
			if (!isThere(answer))
				throw new Error(`${location} at ${url} does not show what was answered`);
			this.shown += 1;
		}
	}

	private sealer(resource: string): string {
		return `/sealer/${this.place.organisation.products.Sealer}/${resource}`;
	}

	private tracker(resource: string): string {
		return `/tracker/${this.place.organisation.products.Tracker}/${resource}`;
	}

	private keeper(resource: string): string {
		return `/keeper/${this.place.organisation.products.Keeper}/${resource}`;
	}

	private key() {
		return { 'x-api-key': this.place.organisation.admin.key };
	}

	/** The id of what was made. */
	private async made(location: string, body: Body): Promise<string> {
		const answer = await this.answered('POST', location, body);
		if (answer.status !== 201) throw refusedBy(answer);
		return (answer.json() as { readonly id: string }).id;
	}

	/** Sent again, under the same key, while nobody answers. */
	private answered(method: 'GET' | 'POST', location: string, body: Body = {}): Promise<Answer> {
		const url = this.place.url + location;
		const isKeyed = method === 'POST' && !/\/(sign|compare)/.test(location);
		const headers = {
			...this.key(),
			...(isKeyed && { 'idempotency-key': `load-${(this.keys += 1)}` }),
		};
		return until(() => unlessAway({ method, url, headers, ...body }), location);
	}
}

const idsOf = (answer: Answer): readonly string[] =>
	(answer.json() as readonly { readonly id: string }[]).map(({ id }) => id);

const refusedBy = ({ status, text }: Answer) => new Error(`the service answers ${status}: ${text}`);

/** The only ways to say that nobody can do it just now. */
const away: readonly string[] = ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'];

/** Nothing of a process that is killed or begins to end. */
async function unlessAway(request: Request): Promise<Answer | undefined> {
	try {
		const answer = await send(request);
		return answer.status === 503 ? undefined : answer;
	} catch (fault) {
		if (fault instanceof Error && away.includes((fault as NodeJS.ErrnoException).code ?? '')) {
			return undefined;
		}
		throw fault;
	}
}
