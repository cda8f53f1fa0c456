/** A comparison whose file is kept nowhere: an organisation without room and buckets that take nothing in are no hindrance. */
import fs from 'node:fs';
import path from 'node:path';
import { shardBytes } from '../../../../service/objects/code/layout';
import { defaultSettings } from '../../../../service/objects/buckets/settings';
import { startService } from '../../../support/programs/service';
import { storedFiles } from '../../../support/programs/stored-state';
import { KeeperClient } from '../keeper-client';

const kept = 'The price is 100.\n';
const sent = 'The price is 200.\n';

/** Room for one file. */
const quotaBytes = 12 * shardBytes(defaultSettings.scheme, kept.length);

async function started(config: { readonly storedBytesPerOrganisationMax?: number }) {
	const running = await startService({ config });
	const keeper = new KeeperClient(running, running.organisation.admin.key);
	const folderId = await keeper.newFolder();
	const fileId = await keeper.newFile({ folderId, content: kept });
	const keepOrCompare = (keepNewVersion: string) =>
		keeper.compareAt(
			'keep-or-compare',
			{ content: sent },
			{ folderId, displayName: 'Document', keepNewVersion },
		);
	return { running, keeper, folderId, fileId, keepOrCompare };
}

test('an organisation without room compares, and keeps nothing', async () => {
	const { running, keeper, folderId, fileId, keepOrCompare } = await started({
		storedBytesPerOrganisationMax: quotaBytes,
	});
	const before = storedFiles(running.dataFolder);
	expect(await keeper.add({ folderId, content: sent })).toMatchObject({
		body: { errorCode: 'Storage_QuotaExceeded' },
	});
	expect(await keeper.compare(fileId, { content: sent })).toMatchObject({
		status: 200,
		body: { outcome: 'different' },
	});
	expect(await keepOrCompare('false')).toMatchObject({
		status: 200,
		body: { outcome: 'different', isKept: false },
	});
	expect(await keepOrCompare('true')).toMatchObject({
		body: { errorCode: 'Storage_QuotaExceeded' },
	});
	expect(storedFiles(running.dataFolder)).toEqual(before);
	await running.close();
});

test('a file is compared while too few buckets take a file in, as long as the kept one can be read', async () => {
	const { running, keeper, folderId, fileId, keepOrCompare } = await started({});
	for (const bucket of ['bucket-1', 'bucket-2']) {
		fs.rmSync(path.join(running.dataFolder, 'buckets', bucket, 'bucket.json'));
	}
	expect(await keeper.add({ folderId, content: sent })).toMatchObject({
		body: { errorCode: 'Storage_TooFewBucketsToWrite' },
	});
	expect(await keeper.compare(fileId, { content: sent })).toMatchObject({
		status: 200,
		body: { outcome: 'different' },
	});
	expect(await keepOrCompare('false')).toMatchObject({ body: { outcome: 'different' } });
	await running.close();
});
