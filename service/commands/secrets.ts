/** Makes the keys of a new installation as files, for processes that are given them from outside. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../server/clock';
import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { logKeyFile, makeLogKey } from '../log/signer';
import { keyRingFile, newMasterKey, writeKeyRing } from '../objects/keys/key-ring';
import { openSealingKey, sealingKeyFile } from '../sealing/sealing-key';

export const secretsCommand = command('secrets make', {
	does: 'makes the keys of a new installation, as files in an empty folder; what it prints names the settings that take them',
	options: { to: { value: 'FOLDER', meaning: 'a new or empty folder', isNeeded: true } },
	run: async (_surroundings, { to }) => makeKeyFiles(path.resolve(to)),
});

async function makeKeyFiles(folder: string): Promise<Readonly<Record<string, string>>> {
	await fs.mkdir(folder, { recursive: true, mode: 0o700 });
	if ((await fs.readdir(folder)).length > 0) throw new CommandFault(`--to: ${folder} is not empty`);
	await writeKeyRing(folder, { keys: [newMasterKey()] });
	await makeLogKey(folder);
	const place = { dataFolder: folder, sealCertificateFile: undefined };
	await openSealingKey({ ...place, sealCertificatePassword: undefined }, systemClock);
	return {
		MASTER_KEYS_FILE: path.join(folder, keyRingFile),
		LOG_KEY_FILE: path.join(folder, logKeyFile),
		SEAL_KEY_FILE: path.join(folder, sealingKeyFile),
	};
}
