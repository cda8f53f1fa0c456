/** Commands on the log of a service that is stopped. */
import { systemClock } from '../../server/clock';
import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { readConfig, type Config } from '../config';
import { lockDataFolder } from '../database/data-folder-lock';
import { openDatabase } from '../database/database';
import { KeptCheckpoint } from '../log/kept-checkpoint';
import { RecordLog } from '../log/record-log';
import { acceptRestored } from '../log/restorations';
import { openSigner } from '../log/signer';

export const logCommands = [
	command('log accept', {
		does: 'accepts a database that contradicts the kept checkpoint, such as an older copy restored on purpose; the log says so for ever; stop the service first',
		run: async ({ environment }) => {
			const config = readConfig(environment);
			const lock = lockDataFolder(config.dataFolder);
			try {
				return await accept(config);
			} finally {
				lock.release();
			}
		},
	}),
];

async function accept(config: Config) {
	const database = await openDatabase(config);
	try {
		const { verifierKey } = await openSigner(database, config);
		const kept = await KeptCheckpoint.open(config.dataFolder, verifierKey);
		const onFault = (fault: unknown) => {
			throw fault;
		};
		const recordLog = new RecordLog({ database, clock: systemClock, onFault });
		const accepted = await acceptRestored(kept, { database, clock: systemClock, recordLog });
		await kept.close();
		if (accepted === undefined) {
			throw new CommandFault('there is nothing to accept: the database holds the kept checkpoint');
		}
		if (accepted === 'kept anew') return { heldCheckpoint: kept.note };
		const { id, lost_checkpoint: lostCheckpoint, held_checkpoint: heldCheckpoint } = accepted;
		return { id, lostCheckpoint, heldCheckpoint };
	} finally {
		await database.destroy();
	}
}
