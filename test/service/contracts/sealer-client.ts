/**
 * What the tests of contracts send and read: calls of the sealer, and the mails and pages a
 * signer sees. It knows the wire alone.
 */
import fs from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import type { RunningService } from '../../support/service';

export interface Answer {
	readonly status: number;
	readonly body: Record<string, unknown>;
}

export interface FileToSend {
	readonly text: string;
	readonly name?: string;
}

export interface ContractToSend {
	readonly file?: FileToSend;
	readonly displayName?: string;
	readonly signerEmails: readonly string[];
	readonly signatures?: readonly FileToSend[];
	readonly templateId?: string;
}

export interface SigningToSend {
	readonly contract?: FileToSend;
	readonly signature?: FileToSend;
	readonly reuseLastSignature?: string;
}

export const agreement: FileToSend = { text: 'The parties agree.\n', name: 'agreement.txt' };

function file({ text, name }: FileToSend): File {
	return new File([text], name ?? 'file.bin');
}

async function answer(response: Response): Promise<Answer> {
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export class SealerClient {
	constructor(
		private readonly running: RunningService,
		private readonly productId = running.organisation.products.Sealer,
	) {}

	get url(): string {
		return `${this.running.url}/sealer/${this.productId}`;
	}

	async create(key: string, contract: ContractToSend): Promise<Answer> {
		const form = new FormData();
		form.append('file', file(contract.file ?? agreement));
		form.append('displayName', contract.displayName ?? 'Agreement');
		for (const email of contract.signerEmails) form.append('signerEmails', email);
		for (const signature of contract.signatures ?? []) form.append('signatures', file(signature));
		if (contract.templateId !== undefined) form.append('templateId', contract.templateId);
		return this.post('/contracts', key, form);
	}

	/** E2, or E3 with the older shape of the path. */
	sign(key: string, contractId: string, signing: SigningToSend, shape: 'E2' | 'E3' = 'E2') {
		const location =
			shape === 'E2' ? `/contracts/${contractId}/sign` : `/contracts/sign/${contractId}`;
		return this.post(location, key, signingForm(signing));
	}

	async template(key: string, displayName: string): Promise<Answer> {
		const form = new FormData();
		form.append('file', file(agreement));
		form.append('displayName', displayName);
		return this.post('/templates', key, form);
	}

	async list(key: string, location: string): Promise<readonly Record<string, unknown>[]> {
		const response = await fetch(this.url + location, { headers: { 'x-api-key': key } });
		if (response.status !== 200) throw new Error(`the list answered ${response.status}`);
		return (await response.json()) as readonly Record<string, unknown>[];
	}

	/** The contract with this id as the list shows it. */
	async contract(key: string, id: unknown): Promise<Record<string, unknown> | undefined> {
		return (await this.list(key, '/contracts')).find((contract) => contract['id'] === id);
	}

	private async post(location: string, key: string, body: FormData): Promise<Answer> {
		const headers = { 'x-api-key': key };
		return answer(await fetch(this.url + location, { method: 'POST', headers, body }));
	}
}

export function signingForm({ contract, signature, reuseLastSignature }: SigningToSend): FormData {
	const form = new FormData();
	form.append('contract', file(contract ?? agreement));
	if (signature !== undefined) form.append('signature', file(signature));
	if (reuseLastSignature !== undefined) form.append('reuseLastSignature', reuseLastSignature);
	return form;
}

export interface ReadMail {
	readonly to: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** The link to sign with. */
	readonly link: string;
}

/** The mails delivered so far. */
export async function deliveredMails(running: RunningService): Promise<readonly ReadMail[]> {
	await running.service.mailsDelivered();
	const folder = path.join(running.dataFolder, 'outbox');
	const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
	return Promise.all(
		names
			.filter((name) => name.endsWith('.eml'))
			.map((name) => readMail(fs.readFileSync(path.join(folder, name)))),
	);
}

async function readMail(bytes: Uint8Array): Promise<ReadMail> {
	const { to, subject, text = '', html = '' } = await PostalMime.parse(bytes);
	return {
		to: to?.[0]?.address ?? '',
		subject: subject ?? '',
		text,
		html,
		link: /http\S+\/sign\/[\w-]+/.exec(text)?.[0] ?? '',
	};
}

/** The mails about one contract, which the test gave a name of its own. */
export async function mailsAbout(
	running: RunningService,
	contractName: string,
): Promise<readonly ReadMail[]> {
	const mails = await deliveredMails(running);
	return mails.filter(({ subject }) => subject.includes(contractName));
}
