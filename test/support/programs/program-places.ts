/**
 * Both programs as processes on data folders of their own, SQLite each, with somebody who may call
 * them: for tests that end them, watch their memory, or send what no client sends.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { roles } from '../../../api/language/roles';
import { openDatabase as openExchangeDatabase } from '../../../exchange/database/database';
import { ensureDemo } from '../../../exchange/demo/demo';
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../service/accounts/accounts';
import { openDatabase } from '../../../service/database/database';
import { testPort } from '../run/ports';
import { PartProcess } from '../../exchange/support/processes';
import { putRedisOnPath } from '../../exchange/support/redis-program';
import { ProgramProcess } from './program-process';

export interface PlacedProgram {
	readonly url: string;
	readonly key: string;
	readonly process: ProgramProcess;
	/** Removes what it has kept; the process has ended. */
	remove(): void;
}

type Environment = Readonly<Record<string, string>>;

function newFolder(): string {
	return fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-program-'));
}

export async function placeService(more: Environment = {}): Promise<PlacedProgram> {
	const dataFolder = newFolder();
	const database = await openDatabase({ dataFolder, databaseUrl: undefined });
	const accounts = new Accounts(database, systemClock);
	const { id: organisationId } = await accounts.addOrganisation('placed.test');
	const user = await accounts.addUser({ organisationId, email: 'user@placed.test', roles });
	const { key } = await accounts.addKey(user.id, 'test');
	await database.destroy();
	const port = await testPort();
	const environment = {
		...{ SEALKEEPER_DATA: dataFolder, DATABASE_URL: '', PORT: String(port), LOG_LEVEL: 'info' },
		...{ REQUESTS_PER_MINUTE_MAX: '1000000000', WRONG_KEYS_PER_MINUTE_MAX: '1000000000' },
		...more,
	};
	const running = /Sealkeeper listens/;
	return {
		...{ url: `http://127.0.0.1:${port}`, key },
		process: new ProgramProcess({ file: 'service/main.ts', args: [], environment, running }),
		remove: () => fs.rmSync(dataFolder, { recursive: true, force: true }),
	};
}

export async function placeExchange(more: Environment = {}): Promise<PlacedProgram> {
	putRedisOnPath();
	const dataFolder = newFolder();
	const database = await openExchangeDatabase({ dataFolder, databaseUrl: undefined });
	const { traders } = await ensureDemo({ database, clock: systemClock }, { withNewKeys: true });
	await database.destroy();
	const port = await testPort();
	const environment = {
		...{ EXCHANGE_DATA: dataFolder, DATABASE_URL: '', REDIS_URL: '', LOG_LEVEL: 'info' },
		EXCHANGE_PORT: String(port),
		EXCHANGE_REQUESTS_PER_MINUTE_MAX: '1000000000',
		EXCHANGE_WRONG_KEYS_PER_MINUTE_MAX: '1000000000',
		...more,
	};
	return {
		...{ url: `http://127.0.0.1:${port}`, key: traders[1]?.key ?? '' },
		process: new PartProcess('both', environment),
		remove: () => fs.rmSync(dataFolder, { recursive: true, force: true }),
	};
}
