/**
 * The stage a golden request is played on: an organisation of its own, so that lists hold what the
 * golden put there and nothing else, and the named steps that prepare it. Steps use the interface
 * itself; only damage is done from below.
 */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { roles } from '../../api/language/roles';
import { systemClock, type Clock } from '../../server/clock';
import { Accounts } from '../../service/accounts/accounts';
import type { Config } from '../../service/config';
import { partHead, RawUpload } from '../support/hostile/raw-upload';
import { encodeForm, send, until, type Answer, type FormPart } from '../support/clients/requests';
import { processOf } from '../support/programs/comparison-processes';
import { addOrganisation, type RunningService, type TestUser } from '../support/programs/service';
import { storedFiles } from '../support/programs/stored-state';
import { paragraph, wordFile } from '../comparison/formats/office/word-files';
import { drawnSignature } from '../support/clients/signature-picture';
import { filled } from './golden';
import { stuckDownload } from '../support/hostile/stuck-download';

export const serviceKinds = {
	'of its own': {},
	'takes files of 16 bytes': { fileSizeBytesMax: 16 },
	'stores 1000 bytes an organisation': { storedBytesPerOrganisationMax: 1000 },
	'takes one upload at a time': { uploadsPerUserMax: 1 },
	'takes one request a minute': { requestsPerMinuteMax: 1 },
	'keeps one key of a user': { idempotencyKeysPerUserMax: 1 },
	'sends one mail a day': { mailsPerOrganisationDayMax: 1 },
	'makes one comparison at a time': { comparisonsMax: 1 },
	'makes no PDFs': { officeConverter: 'off' },
	// What it is asked for ends before it runs.
	'makes PDFs': { officeConverter: process.execPath },
	'takes no streams of events': { eventStreamsMax: 0 },
	'takes no stream of a user': { eventStreamsPerUserMax: 0 },
} as const satisfies Readonly<Record<string, Partial<Config>>>;

export type ServiceKind = keyof typeof serviceKinds;

export const agreement = 'An agreement between two parties.\n';

/** Counts organisations, so that each has a domain of its own. */
let stageCount = 0;

export class Stage {
	readonly values: Record<string, string> = {};
	private held: { destroy(): void } | undefined;
	private readonly leaving = new AbortController();

	private constructor(readonly running: RunningService) {}

	static async open(running: RunningService): Promise<Stage> {
		const stage = new Stage(running);
		stageCount += 1;
		const domain = `stage-${stageCount}.test`;
		const { id, products, byRole, admin } = await addOrganisation(running.service, domain);
		Object.assign(stage.values, {
			base_url: running.url,
			sds_url: running.storageUrl,
			domain,
			organisationId: id,
			program: `https://exchange.${domain}`,
			sealerProductId: products.Sealer,
			trackerProductId: products.Tracker,
			keeperProductId: products.Keeper,
			otherTrackerProductId: running.other.products.Tracker,
		});
		running.signInFor.push({ address: stage.value('program'), organisationId: id });
		for (const role of roles) stage.addUser(role, byRole[role]);
		stage.addUser('allRound', admin);
		const ids = new Map(
			(await running.service.accounts.users(id)).map((user) => [user.email, user.id]),
		);
		for (const name of ['userAdmin', 'billing', 'allRound']) {
			stage.values[`${name}Id`] = ids.get(stage.value(`${name}Email`)) ?? '';
		}
		return stage;
	}

	private addUser(role: string, { email, key }: TestUser): void {
		const name = `${role.charAt(0).toLowerCase()}${role.slice(1)}`;
		this.values[`${name}Email`] = email.toLowerCase();
		this.values[`${name}Key`] = key;
	}

	value(name: string): string {
		const value = this.values[name];
		if (value === undefined) throw new Error(`nothing on the stage is called ${name}`);
		return value;
	}

	/** Posts and demands success; the answer's id is kept under `idName`. */
	private async post(call: {
		readonly path: string;
		readonly key: string;
		readonly json?: unknown;
		readonly form?: readonly FormPart[];
		readonly headers?: Readonly<Record<string, string>>;
		readonly idName?: string;
	}): Promise<Answer> {
		const answer = await send({
			method: 'POST',
			url: call.path.startsWith('/files') ? this.value('sds_url') + call.path : this.url(call.path),
			headers: { 'x-api-key': this.value(call.key), ...call.headers },
			json: call.json,
			form: call.form,
		});
		if (answer.status >= 300) throw new Error(`the stage met ${answer.status}: ${answer.text}`);
		if (call.idName !== undefined) {
			const [made] = [answer.json()].flat() as { readonly id: string }[];
			this.values[call.idName] = made?.id ?? '';
		}
		return answer;
	}

	private url(location: string): string {
		return this.value('base_url') + location;
	}

	private get(location: string, key: string): Promise<Answer> {
		return send({
			method: 'GET',
			url: this.url(location),
			headers: { 'x-api-key': this.value(key) },
		});
	}

	async asset(): Promise<void> {
		await this.post({
			path: `/tracker/${this.value('trackerProductId')}/assets`,
			key: 'trackerAdminKey',
			json: { name: 'Wind energy' },
			idName: 'assetId',
		});
	}

	/** That the asset was created can be read. */
	async toldEvent(): Promise<void> {
		await this.asset();
		await until(async () => {
			const answer = await this.get('/events', 'trackerAdminKey');
			return answer.text.includes(this.value('assetId')) ? true : undefined;
		});
	}

	/** To where nobody listens. */
	async subscription(count = 1): Promise<void> {
		for (let at = 0; at < count; at += 1) {
			await this.post({
				path: '/subscriptions',
				key: 'trackerAdminKey',
				json: { url: 'http://127.0.0.1:1/hook', types: ['asset.created'], description: 'n8n' },
				idName: 'subscriptionId',
			});
		}
	}

	async ownSubscription(): Promise<void> {
		await this.post({
			path: '/subscriptions',
			key: 'allRoundKey',
			json: { url: 'http://127.0.0.1:1/hook', types: ['asset.reversed'] },
			idName: 'subscriptionId',
		});
	}

	/** What became of an event that nobody has told. */
	async delivery(sequence: number): Promise<void> {
		await this.running.service.database
			.insertInto('event_deliveries')
			.values({
				...{ subscription_id: this.value('subscriptionId'), sequence, state: 'DELIVERED' },
				...{ event_id: `event-${sequence}`, type: 'asset.created', subject: 'an asset' },
				...{ attempts: 1, next_at: 0, status: 204 },
			})
			.execute();
	}

	async failedDelivery(): Promise<void> {
		await this.subscription();
		await this.asset();
		const location = `/subscriptions/${this.value('subscriptionId')}`;
		await until(async () => {
			const answer = await this.get(location, 'trackerAdminKey');
			return answer.text.includes('"Failing"') ? true : undefined;
		});
	}

	async confirmedAsset(): Promise<void> {
		await this.asset();
		const location = `/tracker/${this.value('trackerProductId')}/assets`;
		await until(async () => {
			const answer = await this.get(location, 'trackerAdminKey');
			return answer.text.includes('"Confirmed"') ? true : undefined;
		});
	}

	async deletedAsset(): Promise<void> {
		await this.asset();
		const { trackerProductId, assetId } = this.values;
		const url = this.url(`/tracker/${trackerProductId}/assets/${assetId}`);
		const headers = { 'x-api-key': this.value('trackerAdminKey') };
		const answer = await send({ method: 'DELETE', url, headers });
		if (answer.status !== 204) throw new Error(`the stage met ${answer.status}: ${answer.text}`);
	}

	private tracked(location: string): string {
		return `/tracker/${this.value('trackerProductId')}/${location}`;
	}

	/** Of the user of the tracker, and one of whoever may do everything. */
	async entities(): Promise<void> {
		const entity = { path: this.tracked('entities'), json: { ownedIdentifier: 'Warehouse 3' } };
		await this.post({ ...entity, key: 'trackerUserKey', idName: 'userEntityId' });
		await this.post({ ...entity, key: 'allRoundKey', idName: 'entityId' });
	}

	async multiAsset(made: object = { assetIds: [this.value('assetId')] }): Promise<void> {
		await this.post({
			path: this.tracked('multiassets'),
			key: 'trackerAdminKey',
			json: { name: 'Green energy', ...made },
			idName: 'multiAssetId',
		});
	}

	/** Issues some to a user, and keeps the id of the batch. */
	async issue(of: 'assets' | 'multiassets', to: 'trackerUser' | 'allRound'): Promise<void> {
		const [assetId, idName] =
			of === 'assets' ? ['assetId', 'batchId'] : ['multiAssetId', 'multiBatchId'];
		await this.post({
			path: this.tracked(`${of}/${this.value(assetId ?? '')}/issue`),
			key: 'trackerAdminKey',
			json: { recipientEmail: this.value(`${to}Email`), amount: 10 },
			idName,
		});
	}

	async issueToEntity(): Promise<void> {
		const recipientEmail = this.value('trackerUserEmail');
		await this.post({
			path: this.tracked(`assets/${this.value('assetId')}/issue`),
			key: 'trackerAdminKey',
			json: { recipientEmail, amount: 10, ownedId: this.value('userEntityId') },
		});
	}

	async heldByAll(): Promise<void> {
		await this.entities();
		// Of an asset of its own, so that the other one can be deleted.
		await this.multiAsset({ assetDisplayNames: ['A part'] });
		await this.issue('assets', 'allRound');
		await this.issue('multiassets', 'allRound');
		await this.post({
			path: this.tracked(`assets/${this.value('assetId')}/transfer`),
			key: 'allRoundKey',
			json: { recipientEmail: this.value('trackerUserEmail'), amount: 1 },
			idName: 'transactionId',
		});
	}

	async issueToUser(): Promise<void> {
		const { trackerProductId, assetId } = this.values;
		await this.post({
			path: `/tracker/${trackerProductId}/assets/${assetId}/issue`,
			key: 'trackerAdminKey',
			headers: { 'idempotency-key': 'first issue' },
			json: { recipientEmail: this.value('trackerUserEmail'), amount: 100 },
			idName: 'batchId',
		});
	}

	/** From the user to the administrator, or back. */
	async transfer(from: 'User' | 'Admin', amount: number): Promise<void> {
		const { trackerProductId, assetId } = this.values;
		const to = from === 'User' ? 'Admin' : 'User';
		await this.post({
			path: `/tracker/${trackerProductId}/assets/${assetId}/transfer`,
			key: `tracker${from}Key`,
			json: { recipientEmail: this.value(`tracker${to}Email`), amount },
			...(from === 'User' && { idName: 'transactionId' }),
		});
	}

	async burn(): Promise<void> {
		await this.post({
			path: this.tracked(`assets/${this.value('assetId')}/burn`),
			key: 'trackerUserKey',
			json: { amount: 1, reason: 'Journeys of 2026' },
			idName: 'transactionId',
		});
	}

	/** Of all that a user had, who was deleted since. */
	async transferOfDeletedUser(): Promise<void> {
		const { accounts } = this.running.service;
		await this.user();
		this.values['benKey'] = (await accounts.addKey(this.value('userId'), 'ben')).key;
		const assetPath = this.tracked(`assets/${this.value('assetId')}`);
		await this.post({
			...{ path: `${assetPath}/issue`, key: 'trackerAdminKey' },
			json: { recipientEmail: `ben@${this.value('domain')}`, amount: 10 },
		});
		await this.post({
			...{ path: `${assetPath}/transfer`, key: 'benKey', idName: 'transactionId' },
			json: { recipientEmail: this.value('trackerUserEmail'), amount: 10 },
		});
		const url = this.url(`/users/${this.value('userId')}`);
		const headers = { 'x-api-key': this.value('userAdminKey') };
		const answer = await send({ method: 'DELETE', url, headers });
		if (answer.status !== 204) throw new Error(`the stage met ${answer.status}: ${answer.text}`);
	}

	async reversal(): Promise<void> {
		const { trackerProductId, transactionId } = this.values;
		await this.post({
			path: `/tracker/${trackerProductId}/transactions/${transactionId}/reverse`,
			key: 'trackerAdminKey',
			idName: 'reversalId',
		});
	}

	async folder(keepsContent = true): Promise<void> {
		await this.post({
			path: `/keeper/${this.value('keeperProductId')}/folders`,
			key: 'keeperAdminKey',
			json: { name: 'Agreements', keepsContent },
			idName: 'folderId',
		});
	}

	async keptFile(): Promise<void> {
		await this.post({
			path: `/keeper/${this.value('keeperProductId')}/files`,
			key: 'keeperAdminKey',
			form: [
				{ name: 'folderId', value: this.value('folderId') },
				{ name: 'accuracy', value: 'High' },
				{ name: 'file', fileName: 'terms.txt', content: 'One.\nTwo.\nThree.\n' },
				{ name: 'displayName', value: 'Terms' },
			],
			idName: 'fileId',
		});
		this.values.versionId = this.value('fileId');
		this.values['otherVersionId'] = this.value('fileId');
	}

	async approvedVersion(): Promise<void> {
		const { keeperProductId, fileId } = this.values;
		await this.post({
			path: `/keeper/${keeperProductId}/files/${fileId}/versions/${fileId}/approve`,
			key: 'keeperAdminKey',
		});
	}

	async fileRules(): Promise<void> {
		const { keeperProductId, fileId } = this.values;
		await send({
			...{ method: 'PUT', url: this.url(`/keeper/${keeperProductId}/files/${fileId}/rules`) },
			headers: { 'x-api-key': this.value('keeperAdminKey') },
			json: { rules: { ignoreCase: true } },
		});
	}

	/** A file or a folder of the keeper. */
	async deletedInKeeper(place: string): Promise<void> {
		const url = this.url(filled(`/keeper/{keeperProductId}/${place}`, this.values));
		const headers = { 'x-api-key': this.value('keeperAdminKey') };
		const answer = await send({ method: 'DELETE', url, headers });
		if (answer.status !== 204) throw new Error(`the stage met ${answer.status}: ${answer.text}`);
	}

	/** A user apart from those who call. */
	async user(): Promise<void> {
		const { accounts } = this.running.service;
		const organisationId = this.value('organisationId');
		const email = `ben@${this.value('domain')}`;
		const user = { organisationId, email, roles: ['TrackerUser'] as const };
		this.values['userId'] = (await accounts.addUser(user)).id;
	}

	async disable(): Promise<void> {
		await this.put(`/users/${this.value('userId')}/disable`);
	}

	/** Asked for as any client would; the answer has no body. */
	private async put(location: string): Promise<void> {
		const headers = { 'x-api-key': this.value('userAdminKey') };
		const answer = await send({ method: 'PUT', url: this.url(location), headers });
		if (answer.status !== 204) throw new Error(`the stage met ${answer.status}: ${answer.text}`);
	}

	async keyOfUser(): Promise<void> {
		// After the keys of the others, whatever the clock shows.
		const later: Clock = { now: () => systemClock.now() + 1000 };
		const accounts = new Accounts(this.running.service.database, later);
		this.values['keyId'] = (
			await accounts.addKey(this.value('userId'), 'n8n', {
				roles: ['TrackerUser'],
				networks: ['203.0.113.0/24'],
			})
		).id;
	}

	/** A day has passed, and the key was for that day. */
	async expiredKey(): Promise<void> {
		const dayAgo: Clock = { now: () => systemClock.now() - 2 * 86_400_000 };
		const accounts = new Accounts(this.running.service.database, dayAgo);
		const { key, expiresAt = '' } = await accounts.addKey(this.value('userId'), 'n8n', {
			lifetimeDays: 1,
		});
		Object.assign(this.values, { expiredKey: key, expiredAt: expiresAt });
	}

	async loneUserAdmin(): Promise<void> {
		await this.put(`/users/${this.value('allRoundId')}/disable`);
	}

	async invitation(): Promise<void> {
		await this.post({
			path: '/invitations',
			key: 'userAdminKey',
			json: { email: `cem@${this.value('domain')}`, roles: ['TrackerUser'] },
			idName: 'invitationId',
		});
	}

	/** By the link of the mail, which nobody but the invited person has. */
	async acceptedInvitation(): Promise<void> {
		await this.invitation();
		const link = await this.mailedLink(`cem@${this.value('domain')}`);
		const answer = await send({ method: 'POST', url: link, form: [{ name: 'x', value: '' }] });
		if (answer.status !== 200) throw new Error(`the stage met ${answer.status}: ${answer.text}`);
	}

	/** What was written last to anybody. */
	async newestMail(): Promise<void> {
		const mails = (await this.get('/mails?limit=1', 'allRoundKey')).json() as { id: string }[];
		this.values['mailId'] = mails[0]?.id ?? '';
	}

	mailsDelivered(): Promise<void> {
		return this.running.service.mailsDelivered();
	}

	/** The link to sign that was mailed to an address. */
	signingUrl(address: string): Promise<string> {
		return this.mailedLink(address, 'sign');
	}

	private async mailedLink(address: string, page = 'keys'): Promise<string> {
		await this.mailsDelivered();
		const folder = path.join(this.running.dataFolder, 'outbox');
		// The newest first.
		for (const name of fs.readdirSync(folder).sort().reverse()) {
			const mail = await PostalMime.parse(fs.readFileSync(path.join(folder, name)));
			const link = new RegExp(`https?:\\S+/${page}/\\S+`).exec(mail.text ?? '')?.[0];
			if (mail.to?.[0]?.address === address && link !== undefined) return link;
		}
		throw new Error(`there is no mail to ${address}`);
	}

	async signingLink(): Promise<void> {
		const { sealerProductId, contractId } = this.values;
		const location = `/sealer/${sealerProductId}/contracts/${contractId}/links`;
		const links = (await this.get(location, 'sealerAdminKey')).json() as { id: string }[];
		this.values['linkId'] = links[0]?.id ?? '';
	}

	async waitingReport(): Promise<void> {
		await send({
			...{ method: 'PUT', url: this.url('/waiting') },
			headers: { 'x-api-key': this.value('trackerUserKey') },
			json: {
				...{ page: '/admin', heldTransfers: 2, waitingPayouts: 0, openAlarms: 1 },
				alarm: 'payouts of EUR are stopped: 5 EUR are missing',
			},
		});
	}

	async logo(): Promise<void> {
		const drawn =
			'<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><rect width="240" height="80" fill="#0b6e4f"/></svg>';
		const answer = await send({
			...{ method: 'PUT', url: this.url('/brand/logo') },
			headers: { 'x-api-key': this.value('adminKey') },
			form: [{ name: 'logo', fileName: 'logo.svg', content: drawn }],
		});
		this.values['logoId'] = (answer.json() as { readonly logoId: string }).logoId;
	}

	/** The token of the link that the user was mailed. */
	async linkToken(): Promise<void> {
		const link = await this.signingUrl(this.value('sealerUserEmail'));
		this.values['token'] = link.split('/').at(-1) ?? '';
	}

	/** A contract whose user enters a code at the link, whose token is kept. */
	async codedContract(code: 'Mail' | 'Given'): Promise<void> {
		const listed = (name: string, values: readonly string[]) =>
			values.map((value) => ({ name, value }));
		const given = code === 'Given' ? listed('givenCodes', ['Blue horse', '']) : [];
		await this.contract('contractId', [...listed('signerCodes', [code, 'None']), ...given]);
		await this.linkToken();
	}

	/** Calls of the link that enter or ask for its code, whatever is answered. */
	async codeCalls(count: number, rest: string, json?: object): Promise<void> {
		for (let at = 0; at < count; at += 1) {
			await send({ method: 'POST', url: this.url(`/signing/${this.value('token')}${rest}`), json });
		}
	}

	async revokeLink(): Promise<void> {
		await this.signingLink();
		const { sealerProductId, contractId, linkId } = this.values;
		const url = this.url(`/sealer/${sealerProductId}/contracts/${contractId}/links/${linkId}`);
		const headers = { 'x-api-key': this.value('sealerAdminKey') };
		const answer = await send({ method: 'DELETE', url, headers });
		if (answer.status !== 200) throw new Error(`the stage met ${answer.status}: ${answer.text}`);
	}

	async report(): Promise<void> {
		const { keeperProductId, fileId } = this.values;
		const answer = await send({
			method: 'POST',
			url: this.url(`/keeper/${keeperProductId}/files/${fileId}/compare/latest`),
			headers: { 'x-api-key': this.value('keeperAdminKey') },
			form: [
				{ name: 'file', fileName: 'terms.txt', content: 'One.\nTwo and a half.\nThree.\n' },
				{ name: 'generateDiffFile', value: 'true' },
			],
		});
		const { reportId, comparisonId } = answer.json() as Record<string, string>;
		Object.assign(this.values, { reportId, comparisonId });
	}

	async revokeReport(): Promise<void> {
		const { keeperProductId, fileId, reportId } = this.values;
		const url = this.url(`/keeper/${keeperProductId}/files/${fileId}/reports/${reportId}`);
		const headers = { 'x-api-key': this.value('keeperAdminKey') };
		const answer = await send({ method: 'DELETE', url, headers });
		if (answer.status !== 200) throw new Error(`the stage met ${answer.status}: ${answer.text}`);
	}

	/** Begins to compare two long texts, and waits until their process runs. */
	async beginComparison(): Promise<void> {
		const path = `/keeper/${this.value('keeperProductId')}/files`;
		const lines = (word: string) =>
			Array.from({ length: 70_000 }, (_, index) => `${word} ${index}\n`).join('');
		const file = (word: string): FormPart => {
			return { name: 'file', fileName: 'long.txt', content: lines(word) };
		};
		const form = [
			{ name: 'folderId', value: this.value('folderId') },
			{ name: 'accuracy', value: 'Excellent' },
			file('kept'),
			{ name: 'displayName', value: 'Long' },
		];
		await this.post({ path, key: 'keeperAdminKey', form, idName: 'longFileId' });
		const { headers, body } = encodeForm([file('sent')]);
		const url = this.url(`${path}/${this.value('longFileId')}/compare/latest`);
		const { signal } = this.leaving;
		// Ends by being left.
		await processOf(() => {
			void fetch(url, {
				method: 'POST',
				headers: { ...headers, 'x-api-key': this.value('keeperAdminKey') },
				body: new Uint8Array(body),
				signal,
			}).catch(() => undefined);
		});
	}

	async template(): Promise<void> {
		await this.post({
			path: `/sealer/${this.value('sealerProductId')}/templates`,
			key: 'sealerAdminKey',
			form: [
				{ name: 'file', fileName: 'template.txt', content: 'An agreement between ... and ...\n' },
				{ name: 'displayName', value: 'Agreement of two' },
			],
			idName: 'templateId',
		});
	}

	/** Of who does everything, and another one of the user. */
	async signatures(): Promise<void> {
		const path = `/sealer/${this.value('sealerProductId')}/signatures`;
		for (const [key, idName] of [
			['sealerUserKey', 'userSignatureId'],
			['allRoundKey', 'signatureId'],
		] as const) {
			const content = drawnSignature(idName);
			await this.post({
				path,
				key,
				form: [{ name: 'file', fileName: 'hand.svg', content }],
				idName,
			});
		}
	}

	async lastSignature(): Promise<void> {
		const location = `/sealer/${this.value('sealerProductId')}/signatures?limit=1`;
		const [last] = (await this.get(location, 'sealerUserKey')).json() as { readonly id: string }[];
		this.values['signatureId'] = last?.id ?? '';
	}

	async contract(
		idName = 'contractId',
		more: readonly FormPart[] = [],
		file = { fileName: 'agreement.txt', content: agreement as string | Buffer },
	): Promise<void> {
		await this.post({
			path: `/sealer/${this.value('sealerProductId')}/contracts`,
			key: 'sealerAdminKey',
			form: [
				{ name: 'file', ...file },
				{ name: 'displayName', value: 'Agreement' },
				{ name: 'signerEmails', value: this.value('sealerUserEmail') },
				{ name: 'signerEmails', value: this.value('sealerAdminEmail') },
				...more,
			],
			idName,
		});
		await this.newestMail();
		const { sealerProductId } = this.values;
		const events = `/sealer/${sealerProductId}/contracts/${this.value(idName)}/events?limit=1`;
		const [first] = (await this.get(events, 'sealerAdminKey')).json() as { readonly id: string }[];
		this.values['stepId'] = first?.id ?? '';
	}

	async contractInWord(): Promise<void> {
		const content = Buffer.from(wordFile({ body: paragraph(agreement.trim()) }));
		await this.contract('contractId', [], { fileName: 'agreement.docx', content });
	}

	/** What the sealer holds at a place. */
	async delete(place: string, key = 'sealerAdminKey'): Promise<void> {
		const location = filled(`/sealer/{sealerProductId}/${place}`, this.values);
		const headers = { 'x-api-key': this.value(key) };
		const answer = await send({ method: 'DELETE', url: this.url(location), headers });
		if (answer.status !== 204) throw new Error(`the stage met ${answer.status}: ${answer.text}`);
	}

	/** Signs the contract with the signature that the user gave last. */
	async signWithLast(): Promise<void> {
		await this.post({
			path: `/sealer/${this.value('sealerProductId')}/contracts/${this.value('contractId')}/sign`,
			key: 'sealerUserKey',
			form: [
				{ name: 'contract', fileName: 'agreement.txt', content: agreement },
				{ name: 'reuseLastSignature', value: 'true' },
			],
		});
	}

	async cancel(): Promise<void> {
		await this.post({
			path: `/sealer/${this.value('sealerProductId')}/contracts/${this.value('contractId')}/cancel`,
			key: 'sealerAdminKey',
			json: {},
		});
	}

	async sign(idName: string, key = 'sealerUserKey'): Promise<void> {
		await this.post({
			path: `/sealer/${this.value('sealerProductId')}/contracts/${this.value(idName)}/sign`,
			key,
			form: [
				{ name: 'contract', fileName: 'agreement.txt', content: agreement },
				{ name: 'signature', fileName: 'signature.svg', content: drawnSignature('the user') },
			],
		});
	}

	/** The contract, with both signatures and its seal. */
	async seal(): Promise<void> {
		await this.sign('contractId');
		await this.sign('contractId', 'sealerAdminKey');
		await this.running.service.sealed();
	}

	/** The contract, with both signatures, and a seal that is to be made in many years. */
	async postponeSeal(): Promise<void> {
		const { service } = this.running;
		const postponed = { asked_at: '2026-01-01', next_attempt_at: '2999-01-01' };
		await service.database
			.insertInto('contract_seals')
			.values({ contract_id: this.value('contractId'), ...postponed })
			.execute();
		await this.sign('contractId');
		await this.sign('contractId', 'sealerAdminKey');
	}

	async storedFile(idName = 'storedFileId'): Promise<void> {
		await this.post({
			path: '/files',
			key: 'storageWriteKey',
			form: [{ name: 'file', fileName: 'hello.txt', content: 'hello world\n' }],
			idName,
		});
	}

	async deletedStoredFile(): Promise<void> {
		await this.storedFile('deletedStoredFileId');
		const answer = await send({
			method: 'DELETE',
			url: `${this.value('sds_url')}/files/${this.value('deletedStoredFileId')}`,
			headers: { 'x-api-key': this.value('storageWriteKey') },
		});
		if (answer.status !== 204) throw new Error(`the stage met ${answer.status}: ${answer.text}`);
	}

	async fileLink(): Promise<void> {
		await this.post({
			path: `/files/${this.value('storedFileId')}/links`,
			key: 'storageWriteKey',
			json: {},
			idName: 'fileLinkId',
		});
	}

	/** Until nothing is pending in the log, which the service brings about by itself. */
	async confirmedLog(): Promise<void> {
		await until(async () => {
			const pending = await this.running.service.database
				.selectFrom('log_entries')
				.select('sequence')
				.where('status', '=', 'Unconfirmed')
				.executeTakeFirst();
			return pending === undefined ? true : undefined;
		});
	}

	async requestOfUser(): Promise<void> {
		const answer = await this.get('/products', 'trackerUserKey');
		if (answer.status !== 200) throw new Error(`the stage met ${answer.status}`);
	}

	private onDatabase(statement: string): Promise<unknown> {
		return sql.raw(statement).execute(this.running.service.database);
	}

	async damageDatabase(): Promise<void> {
		await this.onDatabase('alter table asset_balances rename to asset_balances_lost');
	}

	async tamperWithLog(): Promise<void> {
		await this.onDatabase(`update log_entries set commitment = '${'0'.repeat(64)}'`);
		await this.running.restart();
	}

	async stopConfirming(): Promise<void> {
		Object.assign(this.running.waits, { movementMs: 0, proofMs: 0 });
		await this.onDatabase('alter table log_checkpoints rename column note to lost_note');
	}

	/** Asks the service to end while a reply that nobody reads keeps it. */
	async endService(): Promise<void> {
		const key = this.value('storageWriteKey');
		this.held = await stuckDownload({ url: this.running.url, key });
		void this.running.service.close();
	}

	/** An upload that stalls, from when it has its place on. */
	async stallUpload(): Promise<void> {
		const url = `${this.value('sds_url')}/files`;
		const upload = await RawUpload.begin({ url, key: this.value('storageWriteKey') });
		this.held = { destroy: () => upload.leave() };
		const before = storedFiles(this.running.dataFolder).length;
		upload.send(`${partHead('file', 'stalled.txt')}One.`);
		await until(() => {
			const isTaken = storedFiles(this.running.dataFolder).length > before;
			return Promise.resolve(isTaken ? true : undefined);
		});
	}

	/** Lets go of what kept the service. */
	[Symbol.dispose](): void {
		this.held?.destroy();
		this.leaving.abort();
	}

	loseThreeBuckets(): void {
		for (const number of [1, 2, 3]) {
			const bucket = path.join(this.running.dataFolder, 'buckets', `bucket-${number}`);
			fs.rmSync(bucket, { recursive: true });
		}
	}
}

/** The steps by the names goldens use. */
export const steps = {
	'an asset': (stage: Stage) => stage.asset(),
	'a told event': (stage: Stage) => stage.toldEvent(),
	'a subscription': (stage: Stage) => stage.subscription(),
	'a subscription of who does everything': (stage: Stage) => stage.ownSubscription(),
	'as many subscriptions as may be': (stage: Stage) => stage.subscription(100),
	'a delivery that failed': (stage: Stage) => stage.failedDelivery(),
	'a confirmed asset': (stage: Stage) => stage.confirmedAsset(),
	'two entities': (stage: Stage) => stage.entities(),
	'a multi-asset': (stage: Stage) => stage.multiAsset(),
	'a batch of the user': (stage: Stage) => stage.issue('assets', 'trackerUser'),
	'a batch of the multi-asset': (stage: Stage) => stage.issue('multiassets', 'trackerUser'),
	'10 issued to the entity': (stage: Stage) => stage.issueToEntity(),
	'what the tracker holds': (stage: Stage) => stage.heldByAll(),
	'a deleted asset': (stage: Stage) => stage.deletedAsset(),
	'100 issued to the user': (stage: Stage) => stage.issueToUser(),
	'a folder': (stage: Stage) => stage.folder(),
	'a folder that keeps no content': (stage: Stage) => stage.folder(false),
	'a kept file': (stage: Stage) => stage.keptFile(),
	'an approved version': (stage: Stage) => stage.approvedVersion(),
	'rules of the file': (stage: Stage) => stage.fileRules(),
	'a deleted kept file': (stage: Stage) => stage.deletedInKeeper('files/{fileId}'),
	'a deleted folder': (stage: Stage) => stage.deletedInKeeper('folders/{folderId}'),
	'a user': (stage: Stage) => stage.user(),
	'a disabled user': async (stage: Stage) => {
		await stage.user();
		await stage.disable();
	},
	'a key of the user': (stage: Stage) => stage.keyOfUser(),
	'an expired key of the user': (stage: Stage) => stage.expiredKey(),
	'one user administrator': (stage: Stage) => stage.loneUserAdmin(),
	'an invitation': (stage: Stage) => stage.invitation(),
	'an accepted invitation': (stage: Stage) => stage.acceptedInvitation(),
	'a logo': (stage: Stage) => stage.logo(),
	'a report of what waits': (stage: Stage) => stage.waitingReport(),
	'a signing link': (stage: Stage) => stage.signingLink(),
	'the link of the user': (stage: Stage) => stage.linkToken(),
	'a revoked signing link': (stage: Stage) => stage.revokeLink(),
	'a code that is told': (stage: Stage) => stage.codedContract('Given'),
	'a code by mail': (stage: Stage) => stage.codedContract('Mail'),
	'five mailed codes': (stage: Stage) => stage.codeCalls(5, '/code'),
	'five wrong codes': (stage: Stage) => stage.codeCalls(5, '/code/confirm', { code: 'wrong' }),
	'a report': (stage: Stage) => stage.report(),
	'a revoked report': (stage: Stage) => stage.revokeReport(),
	'a comparison under way': (stage: Stage) => stage.beginComparison(),
	'a template': (stage: Stage) => stage.template(),
	'signatures of their own': (stage: Stage) => stage.signatures(),
	'a contract': (stage: Stage) => stage.contract(),
	'the newest mail': (stage: Stage) => stage.newestMail(),
	'delivered mails': (stage: Stage) => stage.mailsDelivered(),
	'a contract of the template': (stage: Stage) =>
		stage.contract('contractId', [{ name: 'templateId', value: stage.value('templateId') }]),
	'a contract in Word': (stage: Stage) => stage.contractInWord(),
	'a contract in order': (stage: Stage) =>
		stage.contract('contractId', [{ name: 'signingOrder', value: 'Sequential' }]),
	'a cancelled contract': (stage: Stage) => stage.cancel(),
	'a signed contract': async (stage: Stage) => {
		await stage.contract();
		await stage.sign('contractId');
		await stage.sign('contractId', 'sealerAdminKey');
	},
	'a signature of the user on the contract': (stage: Stage) => stage.sign('contractId'),
	'the last signature of the user on the contract': (stage: Stage) => stage.signWithLast(),
	'a deleted contract': (stage: Stage) => stage.delete('contracts/{contractId}'),
	'the last signature of the user': (stage: Stage) => stage.lastSignature(),
	'a deleted signature': (stage: Stage) => stage.delete('signatures/{signatureId}', 'allRoundKey'),
	'a deleted template': (stage: Stage) => stage.delete('templates/{templateId}'),
	'the contract sealed': (stage: Stage) => stage.seal(),
	'the contract signed, its seal postponed': (stage: Stage) => stage.postponeSeal(),
	'a signature of the user on another contract': async (stage: Stage) => {
		await stage.contract('otherContractId');
		await stage.sign('otherContractId');
	},
	'a stored file': (stage: Stage) => stage.storedFile(),
	'a deleted stored file': (stage: Stage) => stage.deletedStoredFile(),
	'a link to the stored file': (stage: Stage) => stage.fileLink(),
	'a confirmed log': (stage: Stage) => stage.confirmedLog(),
	'a request of the user': (stage: Stage) => stage.requestOfUser(),
	'a damaged database': (stage: Stage) => stage.damageDatabase(),
	'a tampered log': (stage: Stage) => stage.tamperWithLog(),
	'an upload under way': (stage: Stage) => stage.stallUpload(),
	'10 transferred to the administrator': (stage: Stage) => stage.transfer('User', 10),
	'1 burned by the user': (stage: Stage) => stage.burn(),
	'1 transferred back': (stage: Stage) => stage.transfer('Admin', 1),
	'10 transferred by a user who was deleted': (stage: Stage) => stage.transferOfDeletedUser(),
	'the transfer reversed': (stage: Stage) => stage.reversal(),
	'a log that confirms nothing': (stage: Stage) => stage.stopConfirming(),
	'a service that ends': (stage: Stage) => stage.endService(),
	'three buckets lost': (stage: Stage) => stage.loseThreeBuckets(),
} as const satisfies Readonly<Record<string, (stage: Stage) => void | Promise<void>>>;

export type StepName = keyof typeof steps;
