/**
 * The witness over the wire: every status of the protocol with its body. And that it cosigns one
 * history of a log alone, whatever is offered by whom at once, over the connections of two processes.
 */
import { parseNote, parseSignature, verifiedSignatures } from '../../../proof/signed-note';
import { parseVerifierKey } from '../../../proof/verifier-key';
import { systemClock } from '../../../server/clock';
import { openDatabase } from '../../../service/database/database';
import { offerSizeBytesMax, originHash } from '../../../service/witness/add-checkpoint';
import { Witness, type Outcome } from '../../../service/witness/witness';
import { openWitnessKey } from '../../../service/witness/witness-key';
import { enterLogs } from '../../../service/witness/witnessed-logs';
import { startService, type RunningService } from '../../support/programs/service';
import { servicePlace } from '../../support/programs/service-place';
import { randomOf } from '../../server/http/fuzz';
import { isSameHistory, leaves, newLogKey, TestLog, type LogKey } from './test-log';

describe('a witness asked over HTTP', () => {
	const origins = ['grows', 'conflicts', 'forks', 'refuses', 'shows'].map(
		(name) => `log.test/${name}`,
	);
	let service: RunningService;
	let keys: readonly LogKey[];

	beforeAll(async () => {
		keys = await Promise.all(origins.map(newLogKey));
		const witnessLogs = keys.map(({ vkey, origin }) => ({ vkey, origin }));
		service = await startService({ config: { witnessName: 'witness.test/w', witnessLogs } });
	});

	afterAll(() => service.close());

	function logOf(name: string): TestLog {
		const key = keys.find(({ origin }) => origin === `log.test/${name}`);
		if (key === undefined) throw new Error(`no log ${name}`);
		return new TestLog(key, leaves(40, name));
	}

	async function add(body: string, type = 'text/plain') {
		const response = await fetch(`${service.url}/witness/add-checkpoint`, {
			...{ method: 'POST', body, headers: { 'content-type': type } },
		});
		const answered = response.headers.get('content-type')?.split(';')[0];
		return { status: response.status, type: answered, body: await response.text() };
	}

	async function shown() {
		const response = await fetch(`${service.url}/witness`);
		return (await response.json()) as Awaited<ReturnType<Witness['shown']>>;
	}

	test('cosigns a first checkpoint and one that grows from it, sent as whatever type', async () => {
		const log = logOf('grows');
		expect(await add(log.offer(0, 7), 'application/octet-stream')).toMatchObject({
			...{ status: 200, type: 'text/plain' },
		});
		const { status, body } = await add(log.offer(7, 20));
		expect(status).toBe(200);
		const { vkey } = await shown();
		expect(vkey).toMatch(/^witness\.test\/w\+[0-9a-f]{8}\+/);
		const { text } = parseNote(log.checkpoint(20));
		const witness = await parseVerifierKey(vkey);
		const [by] = await verifiedSignatures({ text, signatures: [parseSignature(body)] }, [witness]);
		expect(by?.timeSeconds).toBeGreaterThan(1_700_000_000);
	});

	test('tells who begins elsewhere how many entries it has cosigned', async () => {
		const log = logOf('conflicts');
		await add(log.offer(0, 20));
		const conflict = { status: 409, type: 'text/x.tlog.size', body: '20\n' };
		for (const [from, to] of [
			[0, 30],
			[7, 30],
			[25, 30],
			[0, 10],
		] as const) {
			expect(await add(log.offer(from, to))).toEqual(conflict);
		}
		expect((await add(log.offer(20, 20))).status).toBe(200);
	});

	test('cosigns no second tree of a size, and shows both that the log has signed', async () => {
		const log = logOf('forks');
		await add(log.offer(0, 20));
		const fork = log.fork(10, leaves(20, 'forged'));
		expect((await add(fork.offer(7, 20))).status).toBe(409);
		expect((await add(fork.offer(20, 20))).status).toBe(422);
		expect((await add(fork.offer(20, 25))).status).toBe(422);
		expect((await add(log.offer(20, 25))).status).toBe(200);
		const told = (await shown()).logs.find(({ origin }) => origin === 'log.test/forks');
		expect(told).toMatchObject({ treeSize: 25, forkCheckpoint: fork.checkpoint(20) });
		expect(service.log()).toContain('a log has forked');
	});

	test('refuses what it may not cosign, each with its status', async () => {
		const log = logOf('refuses');
		const impostor = await newLogKey('log.test/refuses');
		const unknown = await newLogKey('log.test/unknown');
		const offer = log.offer(0, 5);
		const [proof, note] = [log.offer(3, 5).split('\n\n', 1)[0], log.checkpoint(5)];
		const refused: readonly (readonly [status: number, body: string])[] = [
			[400, ''],
			[400, 'old 0\n'],
			[400, offer.replace('old 0', 'old 00')],
			[400, offer.replace('old 0', 'old -1')],
			[400, offer.replace('old 0', 'old 9007199254740993')],
			[400, offer.replace('old 0', 'Old 0')],
			[400, offer.replace('\n\n', '\nnot base64\n\n')],
			[400, offer.replace('\n\n', `\n${Buffer.alloc(31).toString('base64')}\n\n`)],
			[400, offer.replace('\n\n', `\n${Buffer.alloc(32).toString('base64')}`.repeat(64) + '\n\n')],
			[400, offer.slice(0, -1)],
			[400, offer.replaceAll('\n', '\r\n')],
			[400, 'old 6\n\n' + note],
			[404, new TestLog(unknown, leaves(5, 'refuses')).offer(0, 5)],
			[403, `old 0\n\n${log.checkpoint(5, impostor)}`],
			[403, offer.replace('\n5\n', '\n4\n')],
			[422, `${proof?.replace('old 3', 'old 0')}\n\n${note}`],
		];
		for (const [status, body] of refused) {
			expect([body, (await add(body)).status]).toEqual([body, status]);
		}
		expect((await add('x'.repeat(offerSizeBytesMax + 1))).status).toBe(413);
		expect((await add(offer)).status).toBe(200);
		expect((await add(log.offer(5, 9).replace(/^(old 5\n).*\n/, '$1'))).status).toBe(422);
	});

	test('shows what it has cosigned, with the signatures of both', async () => {
		const log = logOf('shows');
		const at = `${service.url}/witness/${originHash('log.test/shows')}/checkpoint`;
		expect((await fetch(at)).status).toBe(404);
		const { body } = await add(log.offer(0, 11));
		expect(await (await fetch(at)).text()).toBe(log.checkpoint(11) + body);
		await service.restart();
		expect(await (await fetch(at)).text()).toBe(log.checkpoint(11) + body);
	});
});

test('of forks, rollbacks and races, a witness cosigns one history of a log', async () => {
	const place = await servicePlace();
	const seed = Number(process.env['SEED'] ?? 16);
	const next = randomOf(seed);
	const random = (below: number) => Math.floor(next() * below);
	const key = await newLogKey('log.test/forks');
	await using opened = new AsyncDisposableStack();
	opened.defer(() => place.remove());
	const database = await openDatabase(place);
	opened.defer(() => database.destroy());
	// A process of its own, as far as the database can tell; SQLite has no second one.
	const other = place.databaseUrl === undefined ? database : await openDatabase(place);
	if (other !== database) opened.defer(() => other.destroy());
	await enterLogs(database, [key.origin]);
	const parts = {
		...{ clock: systemClock, key: await openWitnessKey(place.dataFolder, 'witness.test/w') },
		...{ logs: [{ origin: key.origin, keys: [await parseVerifierKey(key.vkey)] }] },
		onFork: () => undefined,
	};
	const witnesses = [database, other].map((each) => new Witness({ ...parts, database: each }));
	const trees = [new TestLog(key, leaves(24, 'first'))];
	const cosigned: { log: TestLog; size: number }[] = [];
	const outcomes = new Map<Outcome['kind'], number>();
	let known = 0;
	const ask = async () => {
		const log = trees[random(trees.length)] ?? trees[0];
		const witness = witnesses[random(2)];
		if (log === undefined || witness === undefined) throw new Error('there is nothing to ask');
		const size = Math.min(log.size, known + random(5) - 1);
		const from = random(4) === 0 ? random(size + 1) : Math.min(known, size);
		const proven = random(4) === 0 ? trees[0] : log;
		const proof = (proven ?? log).offer(from, size).split('\n\n', 1)[0];
		const outcome = await witness.addCheckpoint(`${proof}\n\n${log.checkpoint(Math.max(0, size))}`);
		outcomes.set(outcome.kind, (outcomes.get(outcome.kind) ?? 0) + 1);
		if (outcome.kind === 'COSIGNED') cosigned.push({ log, size });
		if (outcome.kind === 'CONFLICT') known = outcome.treeSize;
	};
	for (let round = 0; round < 60; round += 1) {
		const grown = trees[random(trees.length)];
		if (grown !== undefined) trees.push(grown.fork(known + random(3), leaves(8, `of ${round}`)));
		await Promise.all(Array.from({ length: 6 }, ask));
	}
	const contradictions = cosigned.filter((one) => cosigned.some((two) => !isSameHistory(one, two)));
	expect({ seed, contradictions }).toEqual({ seed, contradictions: [] });
	for (const kind of ['COSIGNED', 'CONFLICT', 'UNPROVEN'] as const) {
		expect(outcomes.get(kind)).toBeGreaterThan(10);
	}
});
