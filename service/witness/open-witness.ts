/** Opens the witness of other logs, and the offering of this log to its witnesses, as set. */
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { parseVerifierKey } from '../../proof/verifier-key';
import type { Clock } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import type { Database } from '../database/database';
import type { OfferedLog } from './cosignature-request';
import { Offering } from './cosignature-rounds';
import { isAlarm, type Judgement } from './witness-state';
import { Witness, type LogToWitness } from './witness';
import { openWitnessKey } from './witness-key';
import { nameOf, type LogSetting, type WitnessSetting } from './witness-settings';
import { enterKey, enterLogs } from './witnessed-logs';

export interface WitnessPlace {
	readonly config: {
		readonly dataFolder: string;
		readonly witnessLogs: readonly LogSetting[];
		readonly witnessName: string | undefined;
	};
	readonly database: Database;
	readonly clock: Clock;
	readonly session: ProcessSession;
	readonly log: FastifyBaseLogger;
}

export interface OfferingPlace extends Omit<WitnessPlace, 'config'> {
	readonly config: { readonly logWitnesses: readonly WitnessSetting[] };
	readonly onFault: (fault: unknown) => void;
}

/** Undefined if the service is no witness. */
export async function openWitness(place: WitnessPlace): Promise<Witness | undefined> {
	const { config, database, clock, session, log } = place;
	if (config.witnessLogs.length === 0) return undefined;
	const logs = await logsOf(config.witnessLogs);
	const key = await openWitnessKey(config.dataFolder, config.witnessName ?? newName());
	const entered = await enterKey(database, key.vkey, { session, clock });
	const { vkey } = key;
	if (entered === 'another') {
		log.warn({ vkey }, 'the witness has a new key: every log it cosigns must be told');
	}
	await enterLogs(
		database,
		logs.map(({ origin }) => origin),
	);
	log.info({ vkey, logs: logs.length }, 'the service is a witness');
	const onFork = (origin: string, treeSize: number) =>
		log.error({ origin, treeSize }, 'a log has forked: it has signed two trees of one size');
	return new Witness({ database, clock, key, logs, onFork });
}

async function logsOf(settings: readonly LogSetting[]): Promise<readonly LogToWitness[]> {
	const origins = [...new Set(settings.map(({ origin }) => origin))];
	return Promise.all(
		origins.map(async (origin) => {
			const own = settings.filter((setting) => setting.origin === origin);
			return { origin, keys: await Promise.all(own.map(({ vkey }) => parseVerifierKey(vkey))) };
		}),
	);
}

function newName(): string {
	return `sealkeeper/witness/${randomBytes(12).toString('hex')}`;
}

/** Starts offering the log to its witnesses. */
export async function openOffering(
	{ config, database, clock, session, log: told, onFault }: OfferingPlace,
	log: OfferedLog,
): Promise<Offering> {
	const onChange = (vkey: string, { standing, message }: Judgement) => {
		const fields = { witness: nameOf(vkey), standing };
		if (isAlarm(standing)) told.error(fields, `a witness raises an alarm: ${message}`);
		else if (standing === 'FAILING') told.warn(fields, `a witness does not cosign: ${message}`);
		else told.info(fields, `a witness cosigns: ${message}`);
	};
	const { logWitnesses: witnesses } = config;
	const offering = new Offering({
		database,
		clock,
		session,
		log,
		witnesses,
		onChange,
		onFault,
	});
	await offering.start();
	return offering;
}
