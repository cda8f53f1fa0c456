/**
 * A copy taken in the middle of everything: both programs as processes, traders whose orders fund
 * themselves, deposits and payouts through a faulty proxy, uploads, documents, contracts and
 * transfers. All ends, the copy is restored into empty places as the manual says, both programs
 * start on it, and what was acknowledged before the copy began must be there, once.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { admin } from '../../exchange/admin/admin';
import type { DatabasePlace } from '../../exchange/database/database';
import { backup } from '../../backup/main';
import type { Manifest } from '../../backup/manifest';
import { openDatabase as openServiceDatabase } from '../../service/database/database';
import { storage } from '../../service/commands/storage';
import { startLoad } from '../exchange/rounds/load';
import { reviewed } from '../exchange/rounds/operator';
import { outsideFaults } from '../exchange/rounds/outside-audit';
import { serviceProcess, startStage, startUnits, type Stage } from '../exchange/rounds/stage';
import type { Acknowledged as AcknowledgedRequests } from '../exchange/rounds/trader-program';
import type { DatabaseKind, TestDatabases } from '../support/servers/databases';
import { startProcesses } from '../exchange/support/processes';
import { runCommand, type Environment } from '../support/programs/run-command';
import { runMake } from './backup-process';
import {
	startServiceLoad,
	type Acknowledged,
	type ServiceLoad,
} from '../support/programs/service-load';

export interface BackupRounds {
	readonly kind: DatabaseKind;
	readonly seed: number;
	/** Copies taken one after the other while the load goes on; each is restored afterwards. */
	readonly copies: number;
	/** Requests answered by each program before each copy. */
	readonly requestsPerCopy: number;
}

interface Copy {
	readonly folder: string;
	readonly manifest: Manifest;
	/** What was acknowledged before the copy began. */
	readonly requests: AcknowledgedRequests;
	readonly service: Acknowledged;
}

export async function backupRounds(databases: TestDatabases, rounds: BackupRounds): Promise<void> {
	const place = await databases.place(rounds.kind);
	const stage = await startStage(place, { ...rounds, resolver: 'idempotency-key' });
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-backup-'));
	try {
		const load = await startServiceLoad({
			...stage.tracker,
			receiver: stage.organisation.byRole.TrackerUser,
		});
		const copies = await copiesUnderLoad(stage, load, { ...rounds, place, folder });
		await stage.exchange.close();
		for (const service of stage.services) await service.end();
		for (const [at, copy] of copies.entries()) {
			const serviceFolder = path.join(folder, `restored-${at}`);
			const restored = { serviceFolder, place: await databases.place(rounds.kind) };
			await restoreAndCheck(stage, load, { ...restored, copy });
		}
	} finally {
		await stage.close();
		fs.rmSync(folder, { recursive: true, force: true });
	}
}

async function copiesUnderLoad(
	stage: Stage,
	serviceLoad: ServiceLoad,
	rounds: BackupRounds & { readonly place: DatabasePlace; readonly folder: string },
): Promise<readonly Copy[]> {
	const { exchange, traders, serviceFolder, proxy } = stage;
	const environment = environmentOf(serviceFolder, rounds.place);
	const load = startLoad(exchange.urls, traders, rounds.seed);
	const copies: Copy[] = [];
	for (let count = 0; count < rounds.copies; count += 1) {
		await Promise.all([
			load.more(rounds.requestsPerCopy),
			serviceLoad.more(rounds.requestsPerCopy),
		]);
		const acknowledged = {
			requests: load.acknowledged.copy(),
			service: serviceLoad.acknowledged(),
		};
		const folder = path.join(rounds.folder, `copy-${count}`);
		// Others are answered after the copy has begun: it is of what goes on.
		const made = runMake(folder, environment);
		await Promise.all([made, load.more(1), serviceLoad.more(1)]);
		const { code, output, complaint } = await made;
		expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
		copies.push({ folder, manifest: JSON.parse(output) as Manifest, ...acknowledged });
	}
	proxy.beHonest();
	await Promise.all([load.stop(), serviceLoad.stop()]);
	return copies;
}

function environmentOf(serviceFolder: string, place: DatabasePlace): Environment {
	return {
		SEALKEEPER_DATA: serviceFolder,
		EXCHANGE_DATA: place.dataFolder,
		DATABASE_URL: place.databaseUrl ?? '',
	};
}

async function restoreAndCheck(
	stage: Stage,
	load: ServiceLoad,
	{
		serviceFolder,
		place,
		copy,
	}: { readonly serviceFolder: string; readonly place: DatabasePlace; readonly copy: Copy },
): Promise<void> {
	expectPrivate(copy.folder);
	const environment = environmentOf(serviceFolder, place);
	const restored = await runCommand(backup, ['restore', '--from', copy.folder], environment);
	expect(restored.complaint).toBe('');
	await expectSoundFiles(environment);
	const service = serviceProcess({
		url: stage.tracker.url,
		dataFolder: serviceFolder,
		databaseUrl: place.databaseUrl,
	});
	await service.start();
	const exchange = await startProcesses(place, { workers: 1, environment: { LOG_LEVEL: 'info' } });
	try {
		// The proxy may have lied about a transfer until a person was asked before the copy was taken.
		const seen = await reviewed({ ...stage, place, exchange });
		expect(outsideFaults(seen, copy.requests, startUnits)).toEqual([]);
		expect(await load.lost(copy.service, mailsIn(serviceFolder))).toEqual([]);
		const reconciled = await runCommand(admin, ['reconcile'], environment);
		expect(reconciled).toMatchObject({ code: 0, complaint: '' });
		expect(service.output()).not.toContain('do not match their hashes');
	} finally {
		await exchange.close();
		await service.end();
	}
	await expectConfirmedLog({ ...place, dataFolder: serviceFolder });
	await expectSoundFiles(environment);
}

/** Nothing in the copy may be read by anybody but its owner: it holds keys. */
function expectPrivate(folder: string): void {
	const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
	const open = entries
		.map((entry) => path.join(entry.parentPath, entry.name))
		.concat(folder)
		.filter((file) => (fs.statSync(file).mode & 0o077) !== 0);
	expect(open).toEqual([]);
}

/** On files nobody uses: everything is where the database says, and nothing else lies there. */
async function expectSoundFiles(environment: Environment): Promise<void> {
	const { code, output } = await runCommand(storage, ['fsck'], environment);
	const lines = output.trim().split('\n');
	const summary = JSON.parse(lines.at(-1) ?? '{}') as object;
	expect({ code, ...summary, lines }).toMatchObject({ code: 0, problems: 0 });
}

async function expectConfirmedLog(place: DatabasePlace): Promise<void> {
	const database = await openServiceDatabase(place);
	try {
		const rows = await database.selectFrom('log_entries').select('status').distinct().execute();
		expect(rows.map(({ status }) => status)).toEqual(['Confirmed']);
	} finally {
		await database.destroy();
	}
}

/** All mails of a data folder, as one text. */
function mailsIn(serviceFolder: string): string {
	const outbox = path.join(serviceFolder, 'outbox');
	const names = fs.readdirSync(outbox).filter((name) => name.endsWith('.eml'));
	return names.map((name) => fs.readFileSync(path.join(outbox, name), 'utf8')).join('\n');
}
