/**
 * A backup of a log that went on after it, restored and started: its witness notices at once, and
 * whoever looks is told so, also once the log has grown a second history. The witness's own key is in
 * no backup.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { backup } from '../../../backup/main';
import { admin } from '../../../service/commands/admin';
import { runMake } from '../../backup/backup-process';
import { runCommand } from '../../support/programs/run-command';
import { databaseKindOfRun } from '../../support/servers/databases';
import { sharedPostgres } from '../../support/servers/shared-postgres';
import { WitnessedService } from './witnessed-service';

test('an old backup of a log that is started is noticed by its witness, and said', async () => {
	await using opened = new AsyncDisposableStack();
	const top = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-restored-'));
	opened.defer(() => fs.rmSync(top, { recursive: true, force: true }));
	const witness = await WitnessedService.start({ witnessName: 'witness.test/w' });
	opened.defer(() => witness.running.close());
	const log = await WitnessedService.start();
	opened.defer(() => log.running.close());
	const { origin, vkey } = await log.log();
	await witness.restart({ witnessLogs: [{ origin, vkey }] });
	const logWitnesses = [await witness.witness()];
	await log.restart({ logWitnesses, witnessLogs: [await witness.log()] });
	await log.enter('Wind energy');
	await log.until({ 'witness.test/w': 'COSIGNING' });

	const copy = path.join(top, 'copy');
	const environment = environmentOf(log.running, path.join(top, 'exchange'));
	expect(await runMake(copy, environment)).toMatchObject({ code: 0 });
	expect(fs.existsSync(path.join(copy, 'service', 'log-key.json'))).toBe(true);
	expect(fs.existsSync(path.join(copy, 'service', 'witness-key.json'))).toBe(false);

	for (const name of ['Solar energy', 'Tidal energy']) await log.enter(name);
	await witness.untilCosigned(origin, 3);
	const databaseUrl =
		databaseKindOfRun === 'SQLite' ? undefined : await (await sharedPostgres()).addDatabase();
	const place = { dataFolder: path.join(top, 'restored'), databaseUrl };
	const restoredTo = environmentOf(place, path.join(top, 'restored-exchange'));
	expect(await runCommand(backup, ['restore', '--from', copy], restoredTo)).toMatchObject({
		code: 0,
	});

	const restored = await WitnessedService.start({ ...place, logWitnesses });
	opened.defer(() => restored.running.close());
	await restored.until({ 'witness.test/w': 'AHEAD' });
	const sentence =
		"this database has 1 entries of the log, and this log's own key has signed a tree of 3";
	expect(restored.told(sentence)).toBe(1);
	expect((await restored.log()).witnessing).toMatchObject([
		{ standing: 'AHEAD', message: expect.stringContaining(sentence) as unknown, treeSize: 1 },
	]);
	expect(await restored.health()).toMatchObject({
		...{ status: 'ready', witnesses: 'alarm: witness.test/w' },
	});
	const verified = await runCommand(admin, ['verify'], restoredTo);
	expect(verified.code).toBe(1);
	expect(verified.output).toContain(sentence);

	// It serves on, and is told apart once more when both histories have three entries.
	for (const name of ['Water', 'Waves', 'Wood']) await restored.enter(name);
	await restored.until({ 'witness.test/w': 'FORKED' });
	expect(restored.told("this log's own key has signed a tree of 3 entries that is not")).toBe(1);
	expect(await witness.cosigned(origin)).toBe(3);
});

function environmentOf(
	{ dataFolder, databaseUrl }: { dataFolder: string; databaseUrl: string | undefined },
	exchangeFolder: string,
) {
	return {
		...{ SEALKEEPER_DATA: dataFolder, DATABASE_URL: databaseUrl ?? '' },
		EXCHANGE_DATA: exchangeFolder,
	};
}
