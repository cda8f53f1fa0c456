/**
 * What the tests of contracts send and read: calls of the sealer, and the mails and pages a
 * signer sees. It knows the wire alone.
 */
import fs from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import type { RunningService } from '../../support/programs/service';
import { drawnSignature } from '../../support/clients/signature-picture';

export interface Answer {
	readonly status: number;
	readonly body: Record<string, unknown>;
}

export interface FileToSend {
	readonly text: string | Buffer<ArrayBuffer>;
	readonly name?: string;
}

export interface ContractToSend {
	readonly file?: FileToSend;
	/** After the first. */
	readonly moreFiles?: readonly FileToSend[];
	readonly displayName?: string;
	readonly signerEmails: readonly string[];
	readonly signatures?: readonly FileToSend[];
	readonly templateId?: string;
	/** Other fields of the form, a list for one that is repeated. */
	readonly more?: Readonly<Record<string, string | readonly string[]>>;
}

export interface SigningToSend {
	readonly contract?: FileToSend;
	readonly moreFiles?: readonly FileToSend[];
	readonly signature?: FileToSend;
	readonly reuseLastSignature?: string;
	/** What is filled in, by the names of fields. */
	readonly fieldValues?: Readonly<Record<string, string>>;
}

export const agreement = {
	...{ text: 'The parties agree.\n', name: 'agreement.txt' },
} as const satisfies FileToSend;

function file({ text, name }: FileToSend): File {
	return new File([text], name ?? 'file.bin');
}

/** A signature is drawn of its text; an empty one stays empty. */
function drawn({ text, name }: FileToSend): File {
	return file({ text: text === '' ? '' : drawnSignature(String(text)), name: name ?? 'hand.svg' });
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
		for (const further of contract.moreFiles ?? []) form.append('moreFiles', file(further));
		form.append('displayName', contract.displayName ?? 'Agreement');
		for (const email of contract.signerEmails) form.append('signerEmails', email);
		for (const signature of contract.signatures ?? []) {
			form.append('signatures', drawn(signature));
		}
		if (contract.templateId !== undefined) form.append('templateId', contract.templateId);
		for (const [name, values] of Object.entries(contract.more ?? {})) {
			for (const value of [values].flat()) form.append(name, value);
		}
		return this.post('/contracts', key, form);
	}

	/** A step of a contract, such as `cancel`. */
	async step(
		key: string,
		contractId: string,
		name: string,
		json: Readonly<Record<string, unknown>> = {},
	): Promise<Answer> {
		const headers = { 'x-api-key': key, 'content-type': 'application/json' };
		const body = JSON.stringify(json);
		const url = `${this.url}/contracts/${contractId}/${name}`;
		return answer(await fetch(url, { method: 'POST', headers, body }));
	}

	async get(key: string, location: string): Promise<Answer> {
		return answer(await fetch(this.url + location, { headers: { 'x-api-key': key } }));
	}

	/** E2, or E3 with the older shape of the path. */
	sign(key: string, contractId: string, signing: SigningToSend, shape: 'E2' | 'E3' = 'E2') {
		const location =
			shape === 'E2' ? `/contracts/${contractId}/sign` : `/contracts/sign/${contractId}`;
		return this.post(location, key, signingForm(signing));
	}

	async template(
		key: string,
		displayName: string,
		more: { readonly file?: FileToSend; readonly fields?: readonly string[] } = {},
	): Promise<Answer> {
		const form = new FormData();
		form.append('file', file(more.file ?? agreement));
		form.append('displayName', displayName);
		for (const field of more.fields ?? []) form.append('fields', field);
		return this.post('/templates', key, form);
	}

	async addSignature(key: string, text: string): Promise<Answer> {
		const form = new FormData();
		form.append('file', drawn({ text }));
		return this.post('/signatures', key, form);
	}

	/** The status, and the code of a refusal. */
	async remove(key: string, location: string): Promise<readonly [number, unknown]> {
		const headers = { 'x-api-key': key };
		const response = await fetch(this.url + location, { method: 'DELETE', headers });
		const text = await response.text();
		const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
		return [response.status, body['errorCode']];
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

	/** What a signing link shows and asks. */
	async request(token: string): Promise<Answer> {
		return answer(await fetch(`${this.running.url}/signing/${token}`));
	}

	/** Signs by a link, with consent, as its page does, with what it was given for a code. */
	async signByLink(
		token: string,
		signing: Omit<SigningToSend, 'contract' | 'moreFiles'> = {},
		secret?: string,
	): Promise<Answer> {
		const form = signingForm(signing);
		form.delete('contract');
		form.append('consent', 'true');
		const url = `${this.running.url}/signing/${token}/sign`;
		const headers = secret === undefined ? {} : { 'signing-code-secret': secret };
		return answer(await fetch(url, { method: 'POST', headers, body: form }));
	}

	/** Enters the code of the signer of a link. */
	async confirmCode(token: string, code: string): Promise<Answer> {
		const headers = { 'content-type': 'application/json' };
		const url = `${this.running.url}/signing/${token}/code/confirm`;
		const body = JSON.stringify({ code });
		return answer(await fetch(url, { method: 'POST', headers, body }));
	}

	/** A file compared with what is kept at a place, with a report when asked for. */
	async compare(
		key: string,
		location: string,
		{
			file: sent,
			isReported = false,
		}: { readonly file: FileToSend; readonly isReported?: boolean },
	): Promise<Answer> {
		const form = new FormData();
		form.append('file', file(sent));
		if (isReported) form.append('mustGenerateCompareResult', 'true');
		return this.post(location, key, form);
	}

	private async post(location: string, key: string, body: FormData): Promise<Answer> {
		const headers = { 'x-api-key': key };
		return answer(await fetch(this.url + location, { method: 'POST', headers, body }));
	}
}

export function signingForm({
	contract,
	moreFiles = [],
	signature,
	reuseLastSignature,
	fieldValues = {},
}: SigningToSend): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fieldValues)) {
		form.append('fieldValues', JSON.stringify({ name, value }));
	}
	form.append('contract', file(contract ?? agreement));
	for (const further of moreFiles) form.append('moreFiles', file(further));
	if (signature !== undefined) form.append('signature', drawn(signature));
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

/** By file: a mail stays as it was written, and many wait in the folder. */
const readMails = new Map<string, Promise<ReadMail>>();

/** The mails delivered so far. */
export async function deliveredMails(running: RunningService): Promise<readonly ReadMail[]> {
	await running.service.mailsDelivered();
	const folder = path.join(running.dataFolder, 'outbox');
	const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
	return Promise.all(
		names.filter((name) => name.endsWith('.eml')).map((name) => mailOf(path.join(folder, name))),
	);
}

function mailOf(file: string): Promise<ReadMail> {
	const read = readMails.get(file) ?? readMail(fs.readFileSync(file));
	readMails.set(file, read);
	return read;
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
