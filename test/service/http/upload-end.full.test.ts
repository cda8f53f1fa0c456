/**
 * A key or a link that ends while its upload is under way keeps nothing of it: every endpoint that
 * takes files is sent a whole form but its last line, then the key ends, then the line comes.
 */
import { systemClock } from '../../../server/clock';
import { takesKey } from '../../../server/http/routing/endpoints';
import { Stage, steps, type StepName } from '../../api/stage';
import {
	bodyOf,
	endpointName,
	everyPath,
	goodParts,
	requestOf,
} from '../../support/clients/endpoint-requests';
import { formEnd, RawUpload, wholePart } from '../../support/hostile/raw-upload';
import { send, until, type FormPart } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { draftsGone, storedFiles, storedState } from '../../support/programs/stored-state';
import { drawnSignature } from '../../support/clients/signature-picture';

const dayMs = 86_400_000;
const needs: readonly StepName[] = [
	...(['a folder', 'a kept file', 'a template', 'signatures of their own'] as const),
	// The newest contract is the one whose link is used.
	...(['a signature of the user on another contract', 'a contract'] as const),
];

let running: RunningService;
let nowMs: number;
let stage: Stage;

beforeAll(async () => {
	nowMs = systemClock.now();
	running = await startService({ clock: { now: () => nowMs } });
});
afterAll(() => running.close());

beforeEach(async () => {
	stage = await Stage.open(running);
	for (const need of needs) await steps[need](stage);
	await steps['a confirmed log'](stage);
	await running.service.sealed();
	await running.service.mailsDelivered();
	await draftsGone(running.dataFolder);
});

function partOf({ name, ...part }: FormPart): string {
	if ('value' in part) return wholePart(name, String(part.value));
	return wholePart(name, String(part.content), part.fileName);
}

interface Target {
	readonly method?: string;
	readonly url: string;
	readonly key?: string;
	readonly form: readonly FormPart[];
}

/** An upload of which everything has come but its last line, and what was stored before it. */
async function almostSent({ method = 'POST', url, key, form }: Target) {
	const before = await storedState(running);
	const parts = form.map(partOf).join('');
	const upload = await RawUpload.begin({
		method,
		url,
		key,
		sizeBytes: parts.length + formEnd.length,
	});
	upload.send(parts);
	await until(() =>
		Promise.resolve(storedFiles(running.dataFolder).length > before.files.length || undefined),
	);
	return {
		/** The status and what follows it, once nothing is left of the upload. */
		async refused(): Promise<readonly [status: number, text: string]> {
			upload.send(formEnd);
			const status = await upload.status();
			await until(async () => {
				const { rows, files } = await storedState(running);
				const isAsBefore = rows['storage_objects'] === before.rows['storage_objects'];
				return (isAsBefore && files.join() === before.files.join()) || undefined;
			});
			const { rows } = await storedState(running);
			expect(kept(rows)).toEqual(kept(before.rows));
			await until(() => Promise.resolve(/\r\n\r\n./s.test(upload.received()) || undefined));
			upload.leave();
			return [status, upload.received()];
		},
	};
}

/** What goes on beside an upload: events on their way, and that a link was revoked is a step itself. */
const beside: readonly string[] = [
	...['storage_usage', 'events', 'event_arrivals'],
	...['contract_steps', 'log_entries', 'log_checkpoints'],
];

function kept(rows: Readonly<Record<string, number>>) {
	return Object.entries(rows).filter(([table]) => !beside.includes(table));
}

async function userIdOf(key: string): Promise<string> {
	const headers = { 'x-api-key': key };
	const answer = await send({ method: 'GET', url: `${running.url}/users/self`, headers });
	return (answer.json() as { readonly id: string }).id;
}

async function asAdmin(method: string, location: string): Promise<void> {
	const headers = { 'x-api-key': stage.value('userAdminKey') };
	const { status } = await send({ method, url: running.url + location, headers });
	expect([200, 204]).toContain(status);
}

/** But the search for a file and the look at one, which keep nothing of it at any time. */
const takingFiles = everyPath()
	.filter(({ endpoint }) => bodyOf(endpoint) === 'form' && takesKey(endpoint))
	.filter(({ operation }) => !['findFile', 'verifyFile', 'convertToPdf'].includes(operation))
	.map((named) => [endpointName(named), named] as const);

test.each(takingFiles)(
	'%s keeps nothing for a key that was revoked meanwhile',
	async (_n, named) => {
		const { key = '', ...parts } = goodParts(named, stage);
		const { method, url } = requestOf(named, { key, ...parts }, stage);
		const upload = await almostSent({ method, url, key, form: parts.form });
		await asAdmin('DELETE', `/apikeys/${await userIdOf(key)}`);
		const [status, text] = await upload.refused();
		expect(status).toBe(401);
		expect(text).toContain('The API key is not valid');
	},
);

describe('a file is kept for nobody', () => {
	const form = [{ name: 'file', fileName: 'file.txt', content: 'Mine.' }];
	const files = () => `${running.storageUrl}/files`;

	test.each([
		['who was disabled', 'PUT', (id: string) => `/users/${id}/disable`],
		['who was deleted', 'DELETE', (id: string) => `/users/${id}`],
	] as const)('%s while it came', async (_who, method, location) => {
		const key = stage.value('storageWriteKey');
		const upload = await almostSent({ url: files(), key, form });
		await asAdmin(method, location(await userIdOf(key)));
		expect((await upload.refused())[0]).toBe(401);
	});

	test('whose key expired while it came, who is told so', async () => {
		const userId = await userIdOf(stage.value('storageWriteKey'));
		const { key } = await running.service.accounts.addKey(userId, 'of a day', {
			lifetimeDays: 1,
		});
		const upload = await almostSent({ url: files(), key, form });
		nowMs += dayMs;
		const [status, text] = await upload.refused();
		expect(status).toBe(401);
		expect(text).toContain('The API key ended on');
	});
});

describe('a signing link', () => {
	const form = [
		{ name: 'contract', fileName: 'agreement.txt', content: 'An agreement between two parties.\n' },
		{ name: 'signature', fileName: 'signature.png', content: drawnSignature() },
	];
	const revoked = async () => {
		await stage.signingLink();
		const { sealerProductId, contractId, linkId } = stage.values;
		const location = `/sealer/${sealerProductId}/contracts/${contractId}/links/${linkId}`;
		const headers = { 'x-api-key': stage.value('sealerAdminKey') };
		const { status } = await send({ method: 'DELETE', url: running.url + location, headers });
		expect(status).toBe(200);
	};
	const expired = async () => {
		const links = running.service.database.updateTable('sign_links');
		await links.set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute();
	};

	test.each([
		['is revoked', revoked, 'was revoked'],
		['expires', expired, 'has expired'],
	])('that %s while files come signs nothing, and says so', async (_how, end, says) => {
		const link = await stage.signingUrl(stage.value('sealerUserEmail'));
		const url = `${link.replace('/sign/', '/signing/')}/sign`;
		const consent = { name: 'consent', value: 'true' };
		const upload = await almostSent({ url, form: [consent, ...form.slice(1)] });
		await end();
		const [status, text] = await upload.refused();
		expect(status).toBe(410);
		expect(text).toContain(says);
	});

	test.each([
		['is revoked', revoked],
		['expires', expired],
	])('that %s while files come signs nothing in the place of a key', async (_how, end) => {
		const link = await stage.signingUrl(stage.value('sealerUserEmail'));
		const { sealerProductId, contractId } = stage.values;
		const url = `${running.url}/sealer/${sealerProductId}/contracts/${contractId}/sign`;
		const upload = await almostSent({ url, key: link.split('/').at(-1), form });
		await end();
		const [status, text] = await upload.refused();
		expect(status).toBe(401);
		expect(text).toContain('Auth_KeyInvalid');
	});
});
