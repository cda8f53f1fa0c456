/** A running service with a record of every kind, all of them confirmed, and the command that verifies them. */
import { systemClock } from '../../../server/clock';
import { runCommandLine } from '../../../server/commands/shell';
import { admin as adminProgram } from '../../../service/commands/admin';
import { newestNote } from '../../../service/log/kept-checkpoint';
import { RecordLog } from '../../../service/log/record-log';
import { enterRestoration } from '../../../service/log/restorations';
import { Tracker } from '../assets/tracker';
import { mailsAbout, SealerClient } from '../contracts/sealer-client';
import { KeeperClient } from '../documents/keeper-client';
import { plainPdf } from '../sealing/pdf-files';
import { send, until, type Answer, type FormPart } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { TextTerminal } from '../../support/programs/text-terminal';

export interface Verified {
	readonly code: number;
	readonly findings: readonly Finding[];
	readonly summary: Readonly<Record<string, unknown>>;
	readonly complaint: string;
}

export interface Finding {
	readonly record: string;
	readonly id: string;
	readonly column?: string;
	readonly expected: string;
	readonly found: string;
}

/** Runs `admin -- verify` as a process beside the service would. */
export async function verified(
	place: Pick<RunningService, 'dataFolder' | 'databaseUrl'>,
): Promise<Verified> {
	const terminal = new TextTerminal();
	const environment = {
		SEALKEEPER_DATA: place.dataFolder,
		DATABASE_URL: place.databaseUrl ?? '',
	};
	const code = await runCommandLine(adminProgram, ['verify'], { environment, terminal });
	const lines = terminal.output
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as Finding & { readonly kind: string });
	const findings = lines.filter(({ kind }) => kind === 'finding');
	const summary = { ...lines.find(({ kind }) => kind === 'summary') };
	return { code, findings, summary, complaint: terminal.complaint };
}

export class FilledService {
	private constructor(
		readonly running: RunningService,
		readonly assetId: string,
		readonly tracker: Tracker,
		readonly sealer: SealerClient,
		readonly keeper: KeeperClient,
	) {}

	static async start(): Promise<FilledService> {
		const running = await startService();
		const { admin, products } = running.organisation;
		const tracker = new Tracker(running, products.Tracker);
		const filled = new FilledService(
			running,
			await tracker.asset(admin),
			tracker,
			new SealerClient(running),
			new KeeperClient(running, admin.key),
		);
		await filled.restore();
		await filled.move();
		await filled.sign();
		await filled.keep();
		await filled.confirmed();
		return filled;
	}

	list(location: string): Promise<Answer> {
		const { url, organisation } = this.running;
		const headers = { 'x-api-key': organisation.admin.key };
		return send({ method: 'GET', url: url + location, headers });
	}

	/** Enters what `admin -- log accept` would. */
	private async restore(): Promise<void> {
		const { database } = this.running.service;
		await until(() => newestNote(database));
		const onFault = (fault: unknown) => {
			throw fault;
		};
		const recordLog = new RecordLog({ database, clock: systemClock, onFault });
		await enterRestoration({ database, clock: systemClock, recordLog }, 'a lost checkpoint');
	}

	private async move(): Promise<void> {
		const { admin, byRole } = this.running.organisation;
		const { assetId } = this;
		const toUser = { assetId, recipientEmail: byRole.TrackerUser.email, amount: 110 };
		const back = { assetId, recipientEmail: admin.email, amount: 40 };
		await this.tracker.issue(admin, toUser);
		await this.tracker.transfer(byRole.TrackerUser, back);
		const purpose = { reference: 'Invoice 1', metadata: { order: '4711' } };
		const burn = { amount: 10, reason: 'Used up', ...purpose };
		const place = `assets/${assetId}/burn`;
		await this.tracker.send(byRole.TrackerUser, 'POST', place, { json: burn });
		await this.tracker.change(admin, 'PUT', `assets/${assetId}`, { name: 'Wind' });
		await this.tracker.change(admin, 'PUT', `assets/${assetId}`, { name: 'Sun' });
		const entities = await this.tracker.send(admin, 'POST', 'entities', {
			json: { ownedIdentifier: 'Store' },
		});
		const { id } = entities.json() as { readonly id: string };
		for (const newDisplayName of ['Silo', 'Barn']) {
			await this.tracker.change(admin, 'PUT', `entities/${id}`, { newDisplayName });
		}
		await this.tracker.change(admin, 'DELETE', `entities/${id}`);
		const made = { name: 'Green', assetIds: [assetId], assetDisplayNames: ['Water'] };
		await this.tracker.send(admin, 'POST', 'multiassets', { json: made });
		const deleted = await this.tracker.asset(admin, 'Coal');
		await this.tracker.change(admin, 'DELETE', `assets/${deleted}`);
	}

	private async sign(): Promise<void> {
		const { admin, byRole } = this.running.organisation;
		const signer = byRole.SealerUser;
		const template = await this.sealer.template(admin.key, 'Form');
		const contract = { text: Buffer.from(await plainPdf(1)), name: 'lease.pdf' };
		const place = { signer: 1, page: 1, x: 0.1, y: 0.1, width: 0.3, height: 0.03 };
		const fields = [JSON.stringify({ type: 'Text', name: 'Town', ...place })];
		await this.sealer.template(admin.key, 'Lease', { file: contract, fields });
		const waiting = {
			file: contract,
			signerEmails: [signer.email, 'Guest@elsewhere.test'],
			more: { signatureRequestMessage: 'Please read page 2.', reminderDays: '3', fields },
		};
		const { body } = await this.sealer.create(admin.key, waiting);
		const hand = { signature: { text: 'a hand' }, fieldValues: { Town: 'Lyon' } };
		const signed = await this.sealer.sign(signer.key, String(body['id']), { contract, ...hand });
		if (signed.status !== 200) throw new Error(JSON.stringify(signed.body));
		await this.sealer.create(admin.key, {
			signerEmails: ['ann@elsewhere.test', 'ben@elsewhere.test'],
			signatures: [{ text: "ann's hand" }, { text: "ben's hand" }],
			moreFiles: [
				{ text: 'What it is about.\n', name: 'annex.txt' },
				{ text: 'Who pays what.\n', name: 'schedule.txt' },
			],
			templateId: String(template.body['id']),
		});
		await this.signBehindCode();
		await this.running.service.sealed();
		await this.forget(String(template.body['id']));
	}

	private async signBehindCode(): Promise<void> {
		const { key } = this.running.organisation.admin;
		const [displayName, code] = ['Lease behind a code', 'Blue horse'];
		const more = { signerCodes: 'Given', givenCodes: code };
		await this.sealer.create(key, { displayName, signerEmails: ['eva@elsewhere.test'], more });
		const [mail] = await mailsAbout(this.running, displayName);
		const token = mail?.link.split('/').at(-1) ?? '';
		const { body } = await this.sealer.confirmCode(token, code);
		const signature = { text: "eva's hand" };
		const signed = await this.sealer.signByLink(token, { signature }, String(body['secret']));
		if (signed.status !== 200) throw new Error(JSON.stringify(signed.body));
	}

	/** Deletes what signs nothing, and what nobody has signed. */
	private async forget(usedTemplateId: string): Promise<void> {
		const { key } = this.running.organisation.admin;
		const kept = await this.sealer.addSignature(key, 'a hand that signs nothing');
		const deleted = [
			`/signatures/${String((await this.sealer.addSignature(key, 'another')).body['id'])}`,
			`/templates/${String((await this.sealer.template(key, 'Draft')).body['id'])}`,
			`/contracts/${await this.newContract(usedTemplateId)}`,
		];
		if (kept.status !== 201) throw new Error(JSON.stringify(kept.body));
		for (const place of deleted) {
			const [status] = await this.sealer.remove(key, place);
			if (status !== 204) throw new Error(`${place} was not deleted: ${status}`);
		}
	}

	private async newContract(templateId: string): Promise<string> {
		const { key } = this.running.organisation.admin;
		const signerEmails = ['dan@elsewhere.test'];
		const { body } = await this.sealer.create(key, { signerEmails, templateId });
		return String(body['id']);
	}

	private async keep(): Promise<void> {
		const { url, organisation } = this.running;
		const folderId = await this.keeper.newFolder('Agreements');
		const fileId = await this.keeper.newFile({ folderId, content: 'first words' });
		await this.keeper.addVersion(fileId, { content: 'other words' });
		await this.keeper.call(`/files/${fileId}/versions/${fileId}/approve`, { method: 'POST' });
		const rules = JSON.stringify({ rules: { ignoreCase: true } });
		const headers = { 'content-type': 'application/json' };
		await this.keeper.call(`/files/${fileId}/rules`, { method: 'PUT', headers, body: rules });
		await this.keeper.compareAt(
			`${fileId}/compare/latest`,
			{ content: 'new words' },
			{ generateDiffFile: 'true' },
		);
		const unkeptId = await this.keeper.newFolder('Fingerprints', false);
		await this.keeper.newFile({ folderId: unkeptId, content: 'words that are not kept' });
		const deletedId = await this.keeper.newFile({ folderId, content: 'words to forget' });
		const closedId = await this.keeper.newFolder('Closed');
		await this.keeper.newFile({ folderId: closedId, content: 'words to forget as well' });
		await this.keeper.remove(`/files/${deletedId}`);
		await this.keeper.remove(`/folders/${closedId}`);
		await this.erased(closedId);
		const key = { 'x-api-key': organisation.admin.key };
		const storing = async (expiry: readonly FormPart[] = []) => {
			const file = { name: 'file', fileName: 'a.bin', content: 'stored bytes' };
			const form = [...expiry, file];
			const stored = { method: 'POST', url: `${url}/storage/files`, headers: key, form };
			return ((await send(stored)).json() as { readonly id: string }).id;
		};
		await storing();
		await storing([{ name: 'expiresAt', value: '2999-12-31' }]);
		const place = `${url}/storage/files/${await storing()}`;
		await send({ method: 'DELETE', url: place, headers: key });
	}

	/** Until the contents of a deleted folder are gone, which are the last. */
	private async erased(folderId: string): Promise<void> {
		const { database } = this.running.service;
		const folder = database.selectFrom('keeper_folders').select('erased_at');
		await until(async () => {
			const row = await folder.where('id', '=', folderId).executeTakeFirstOrThrow();
			return row.erased_at ?? undefined;
		});
	}

	private async confirmed(): Promise<void> {
		const { database } = this.running.service;
		await until(async () => {
			const pending = await database
				.selectFrom('log_entries')
				.select('sequence')
				.where('status', '=', 'Unconfirmed')
				.executeTakeFirst();
			return pending === undefined ? true : undefined;
		});
	}
}
