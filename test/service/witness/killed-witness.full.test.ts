/**
 * Witnesses as processes that are killed while two histories of a log are offered to them at once: on
 * PostgreSQL two processes on one database. Whatever was answered before and after, all cosigned
 * checkpoints are of one history.
 */
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { testPort } from '../../support/run/ports';
import { ProgramProcess } from '../../support/programs/program-process';
import { servicePlace, type ServicePlace } from '../../support/programs/service-place';
import { isSameHistory, leaves, newLogKey, TestLog, type LogKey } from './test-log';

const kills = 3;

test('a witness that is killed again and again cosigns one history', async () => {
	const place = await servicePlace();
	await using opened = new AsyncDisposableStack();
	opened.defer(() => place.remove());
	const key = await newLogKey('log.test/killed');
	const names = place.databaseUrl === undefined ? ['first'] : ['first', 'second'];
	const witnesses = await Promise.all(names.map((name) => placeWitness(place, name, key)));
	for (const each of witnesses) opened.defer(() => each.process.kill());
	const events = new EventEmitter();
	const cosigned: { log: TestLog; size: number }[] = [];
	let base = new TestLog(key, []);
	let isOver = false;
	// Two ways on from where the log is, each offered twice, until one is known to be cosigned.
	const race = async (round: number) => {
		const ways = ['one', 'other'].map((name) =>
			base.fork(base.size, leaves(1 + (round % 3), `${name} of ${round}`)),
		);
		const begin = base.size;
		const ask = async (log: TestLog, from: number, witness: number) => {
			const asked = witnesses[witness % witnesses.length];
			await asked?.running;
			if ((await offer(asked?.url ?? '', log.offer(from, log.size))) !== 200) return;
			cosigned.push({ log, size: log.size });
			base = log;
			events.emit('cosigned');
		};
		while (base.size === begin && !isOver) {
			const asked = ways.flatMap((log, way) => [
				ask(log, begin, way),
				ask(log, begin, way + 1),
				// What was cosigned for an answer that was lost is cosigned again.
				ask(log, log.size, round),
			]);
			await Promise.all(asked);
		}
	};
	const racing = async () => {
		for (let round = 0; !isOver; round += 1) await race(round);
	};
	await startTogether(witnesses);
	const races = racing();
	for (let kill = 0; kill < kills; kill += 1) {
		const before = cosigned.length;
		while (cosigned.length < before + 10) await once(events, 'cosigned');
		const witness = witnesses[kill % witnesses.length];
		if (witness === undefined) throw new Error('there is no witness');
		await witness.process.kill();
		witness.running = witness.process.start();
		await witness.running;
	}
	isOver = true;
	await races;
	expect(cosigned.length).toBeGreaterThanOrEqual(kills * 10);
	expect(cosigned.filter((one) => cosigned.some((two) => !isSameHistory(one, two)))).toEqual([]);
});

interface PlacedWitness {
	readonly dataFolder: string;
	readonly url: string;
	readonly process: ProgramProcess;
	/** Resolves when it has been started again. */
	running: Promise<void>;
}

async function placeWitness(
	place: ServicePlace,
	name: string,
	{ vkey }: LogKey,
): Promise<PlacedWitness> {
	const dataFolder = path.join(place.dataFolder, name);
	fs.mkdirSync(dataFolder);
	const buckets = Array.from({ length: 8 }, (_, index) => {
		const folder = path.join(place.dataFolder, `bucket-${index}`);
		return { kind: 'folder', name: `bucket-${index}`, folder };
	});
	fs.writeFileSync(path.join(dataFolder, 'buckets.json'), JSON.stringify({ buckets }));
	const port = await testPort();
	const environment = {
		...{ ...place.environment, SEALKEEPER_DATA: dataFolder, PORT: String(port) },
		...{ WITNESS_LOGS: JSON.stringify([{ vkey }]), LOG_LEVEL: 'fatal' },
		REQUESTS_PER_MINUTE_MAX: '1000000000',
	};
	const running = /Sealkeeper listens/;
	const program = { file: 'service/main.ts', args: [], environment, running };
	const url = `http://127.0.0.1:${port}/witness`;
	return { dataFolder, url, process: new ProgramProcess(program), running: Promise.resolve() };
}

/** The keys of the first are those of all. */
async function startTogether([first, ...others]: readonly PlacedWitness[]): Promise<void> {
	if (first === undefined) return;
	await first.process.start();
	const keys = fs.readdirSync(first.dataFolder).filter((name) => /-keys?\.json$/.test(name));
	for (const { dataFolder, process } of others) {
		for (const name of keys) {
			fs.copyFileSync(path.join(first.dataFolder, name), path.join(dataFolder, name));
		}
		await process.start();
	}
}

/** The status; nothing when the process was killed, or is not there yet. */
async function offer(url: string, body: string): Promise<number | undefined> {
	try {
		return (await fetch(`${url}/add-checkpoint`, { method: 'POST', body })).status;
	} catch {
		return undefined;
	}
}
