/**
 * What released versions left behind opens in this one: databases are brought up to date, and what
 * an administrator checks agrees. Programs as processes: installations.full.test.ts.
 */
import { admin as exchangeAdmin } from '../../exchange/admin/admin';
import { storage } from '../../service/commands/storage';
import { openDatabase } from '../../service/database/database';
import { admin } from '../../service/commands/admin';
import { runCommand } from '../support/programs/run-command';
import { keptVersions, unpackInstallation } from './kept-installations';

test.each(keptVersions)('records, files and ledger of %s agree', async (version) => {
	const { folder: dataFolder, remove } = unpackInstallation(version);
	const environment = { SEALKEEPER_DATA: dataFolder };
	await (await openDatabase({ dataFolder, databaseUrl: undefined })).destroy();
	for (const [program, words] of [
		// Brings the database up to date, as a start does.
		[admin, ['organisation', 'list']],
		[admin, ['verify']],
		[storage, ['fsck']],
		[exchangeAdmin, ['ledger', 'audit']],
	] as const) {
		const { code, complaint } = await runCommand(program, words, environment);
		expect([words, code, complaint]).toEqual([words, 0, '']);
	}
	remove();
});
