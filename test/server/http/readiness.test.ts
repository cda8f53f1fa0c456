/**
 * What readiness tries, each part with its fault made: a program that cannot write says so before
 * its first upload or payout is refused.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { Comparisons, usualLimits } from '../../../comparison/worker/comparisons';
import { startExchange, type RunningExchange } from '../../exchange/support/exchange';
import { until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { TestDatabases } from '../../support/servers/databases';

const databases = new TestDatabases();
/** A check is shared for a second, which is over with each look. */
let looks = 0;
const nowMs = () => (looks += 1) * 1_000;
let service: RunningService;
let exchange: RunningExchange;
beforeAll(async () => {
	service = await startService({ nowMs });
	exchange = await startExchange(await databases.place('SQLite'), { nowMs });
});

afterAll(async () => {
	await service.close();
	await exchange.close();
	await databases.close();
});

type Parts = Readonly<Record<string, string>>;

async function readiness(url: string): Promise<Parts> {
	const reply = await fetch(`${url}/health/ready`);
	const parts = (await reply.json()) as Parts;
	expect(reply.status).toBe(parts['status'] === 'ready' ? 200 : 503);
	return parts;
}

/** Waits until readiness has these words. */
function said(url: string, words: Parts): Promise<Parts> {
	return until(async () => {
		const parts = await readiness(url);
		return Object.entries(words).every(([part, word]) => parts[part] === word) ? parts : undefined;
	});
}

/** A file in place of a folder, so that nothing can be written there, by root either. */
function blocked(folder: string): () => void {
	const away = `${folder}-away`;
	fs.renameSync(folder, away);
	fs.writeFileSync(folder, '');
	return () => {
		fs.rmSync(folder);
		fs.renameSync(away, folder);
	};
}

const bucketFolder = (bucket: number) =>
	path.join(service.dataFolder, 'buckets', `bucket-${bucket}`);
const drafts = (count: number) =>
	Array.from({ length: count }, (_, at) => blocked(path.join(bucketFolder(at + 1), 'drafts')));

interface Row {
	readonly part: string;
	readonly whole: string;
	readonly broken: string;
	readonly status: 'ready' | 'unready';
	/** Makes the fault; answers how it is ended. */
	readonly spoil: () => () => void;
}

const rows: readonly Row[] = [
	{
		...{ part: 'storage', whole: 'complete', broken: 'degraded', status: 'ready' },
		spoil: () => {
			const [end] = drafts(1);
			return () => end?.();
		},
	},
	{
		...{ part: 'storage', whole: 'complete', broken: 'down', status: 'unready' },
		spoil: () => {
			const ends = drafts(4);
			return () => ends.forEach((end) => end());
		},
	},
	{
		...{ part: 'mail', whole: 'folder', broken: 'unreachable', status: 'ready' },
		spoil: () => blocked(path.join(service.dataFolder, 'outbox')),
	},
	{
		...{ part: 'log', whole: 'up', broken: 'down', status: 'unready' },
		spoil: () => {
			const away = `${service.dataFolder}-away`;
			fs.renameSync(service.dataFolder, away);
			return () => fs.renameSync(away, service.dataFolder);
		},
	},
];

test.each(rows)(
	'the service says $broken of $part that takes nothing, and is $status',
	async ({ part, whole, broken, status, spoil }) => {
		await said(service.url, { status: 'ready', [part]: whole });
		const end = spoil();
		try {
			await said(service.url, { status, [part]: broken });
		} finally {
			end();
		}
		await said(service.url, { status: 'ready', [part]: whole });
	},
);

test('a bucket that cannot be written to is down in the health of storage', async () => {
	const [end] = drafts(1);
	const { key } = service.organisation.admin;
	const headers = { 'x-api-key': key };
	const reply = await fetch(`${service.storageUrl}/health`, { headers });
	const health = (await reply.json()) as readonly { readonly status: string }[];
	end?.();
	expect(health.map(({ status }) => status)).toEqual(['down', ...Array<string>(7).fill('up')]);
});

test('a comparison that takes too long is not one that was tried', async () => {
	const comparisons = new Comparisons({ ...usualLimits, timeoutMs: 1 });
	await expect(comparisons.tryOut()).rejects.toThrow('took more time or memory');
	comparisons.close();
});

test('the exchange is not ready while its Redis takes no changes', async () => {
	await said(exchange.url, { status: 'ready', redis: 'up' });
	const redis = new Redis(exchange.exchange.redisUrl);
	await redis.replicaof('127.0.0.1', 1);
	await said(exchange.url, { status: 'unready', redis: 'down' });
	await redis.replicaof('NO', 'ONE');
	await said(exchange.url, { status: 'ready', redis: 'up' });
	redis.disconnect();
});
