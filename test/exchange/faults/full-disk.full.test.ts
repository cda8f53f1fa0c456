/**
 * An exchange with its SQLite file and its log on a disk without room: it says so, refuses what it
 * cannot write, and goes on by itself once there is room.
 */
import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../server/clock';
import { openDatabase } from '../../../exchange/database/database';
import { ensureDemo } from '../../../exchange/demo/demo';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import { testPort } from '../../support/run/ports';
import { TestDatabases } from '../../support/servers/databases';
import { giveRoom, takeRoom } from '../../support/hostile/file-size-limit';
import { send, until, type Answer } from '../../support/clients/requests';
import { ProgramProcess } from '../../support/programs/program-process';
import { putRedisOnPath } from '../support/redis-program';

const databases = new TestDatabases();
afterAll(() => databases.close());

test('a full disk is told by readiness and by 503, and outlived, the log included', async () => {
	putRedisOnPath();
	const place = await databases.place('SQLite');
	const database = await openDatabase(place);
	const { traders } = await ensureDemo({ database, clock: systemClock }, { withNewKeys: true });
	const port = await testPort();
	const logFile = path.join(place.dataFolder, 'exchange.log');
	const program = new ProgramProcess({
		file: 'exchange/main.ts',
		args: ['both'],
		environment: {
			EXCHANGE_DATA: place.dataFolder,
			DATABASE_URL: '',
			EXCHANGE_PORT: String(port),
			LOG_LEVEL: 'info',
		},
		running: /Exchange listens/,
		logFile,
	});
	await program.start();
	const url = `http://127.0.0.1:${port}`;
	const order = (number: number): Promise<Answer> => {
		const { key = '' } = traders[number % 2] ?? {};
		const side = number % 2 === 0 ? 'SELL' : 'BUY';
		const terms = { symbol: 'CREDIT-EUR', type: 'LIMIT', price: '3', quantity: '1', side };
		return send({
			...{ method: 'POST', url: `${url}/orders`, headers: { 'x-api-key': key } },
			json: { ...terms, clientOrderId: `order-${number}` },
		});
	};
	const readiness = () => send({ method: 'GET', url: `${url}/health/ready` });
	const untilReady = (status: number) =>
		until(async () => {
			const answer = await readiness();
			return answer.status === status ? (answer.json() as object) : undefined;
		});
	await until(() => readiness().catch(() => undefined));
	expect((await order(0)).status).toBe(201);

	takeRoom(program);
	const refused = await order(1);
	expect([refused.status, refused.headers['retry-after']]).toEqual([503, '10']);
	expect(refused.json()).toMatchObject({ errorCode: 'Core_DatabaseFull', arguments: [] });
	expect(await untilReady(503)).toMatchObject({ status: 'unready', database: 'down' });
	const answers = await Promise.all(Array.from({ length: 30 }, (_, each) => order(2 + each)));
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
	const read = await send({ method: 'GET', url: `${url}/markets/CREDIT-EUR/depth` });
	expect(read.status).toBe(200);
	// No line of theirs has found room, whole or in part.
	const logged = fs.readFileSync(logFile, 'utf8');
	for (const { headers } of answers) expect(logged).not.toContain(headers['x-request-id']);

	giveRoom(program);
	expect(await untilReady(200)).toEqual({
		...{ status: 'ready', database: 'up' },
		...{ redis: 'up', folder: 'up' },
	});
	for (let number = 1; number < 32; number += 1) expect((await order(number)).status).toBe(201);
	const trades = await until(async () => {
		const rows = await database.selectFrom('trades').select('quantity_lots').execute();
		return rows.length === 16 ? rows : undefined;
	});
	expect(trades).toHaveLength(16);
	expect(await auditLedger(database)).toEqual([]);
	await database.destroy();
	expect(await program.end()).toBe(0);
	expect(fs.statSync(logFile).size).toBeGreaterThan(logged.length);
});
