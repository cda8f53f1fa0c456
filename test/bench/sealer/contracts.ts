/**
 * Many contracts of three signers over HTTP, each created, mailed and signed by everybody with a key, beside
 * the durable rate of the same database: single rows, each its own commit. The callers run beside the
 * service on the same machine; the mails go into its outbox folder.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { drawnSignature } from '../../support/clients/signature-picture';
import { mailFiles, onSealerStage, post, type SealerStage } from './stage';
import { rowsPerSecond } from '../transfers';
import { sized } from '../parts/result';

export const contractSizes = {
	contracts: sized(1_000, 8),
	signersOfEach: 3,
	callersAtOnce: 16,
} as const;

const agreement = 'The parties agree.\n';
const lookEveryMs = 200;

export function measureContracts(): Promise<Record<string, number>> {
	const rate = (database: Parameters<typeof rowsPerSecond>[0]) => rowsPerSecond(database, 'sqlite');
	return onSealerStage(rate, async (stage) => {
		const { contracts } = contractSizes;
		const beganMs = performance.now();
		const ids: string[] = [];
		const createdSeconds = await timed(() =>
			inTurns(contracts, async (number) => void ids.push(await create(stage, number))),
		);
		await mailed(stage, contracts * contractSizes.signersOfEach);
		const mailedSeconds = (performance.now() - beganMs) / 1_000;
		const signedSeconds = await timed(() =>
			inTurns(contracts, async (number) => {
				for (const signer of stage.signers) await sign(stage, signer.key, ids[number] ?? '');
			}),
		);
		return {
			sqliteRow_perSecond: stage.before,
			contractsCreated_perSecond: contracts / createdSeconds,
			contractsCreatedAndMailed_perSecond: contracts / mailedSeconds,
			contractsSignedByThree_perSecond: contracts / signedSeconds,
			contractsWhole_perSecond: contracts / (mailedSeconds + signedSeconds),
			contractsWhole_percentOfRows:
				(100 * contracts) / (mailedSeconds + signedSeconds) / stage.before,
		};
	});
}

async function create({ contractsUrl, admin, signers }: SealerStage, number: number) {
	const { id } = await post(contractsUrl, admin.key, [
		['displayName', `Agreement ${number}`],
		...signers.map(({ email }) => ['signerEmails', email] as const),
		['file', new File([agreement], 'agreement.txt')],
	]);
	return String(id);
}

async function sign({ contractsUrl }: SealerStage, key: string, id: string): Promise<void> {
	await post(`${contractsUrl}/${id}/sign`, key, [
		['contract', new File([agreement], 'agreement.txt')],
		['signature', new File([drawnSignature(key.slice(0, 12))], 'hand.svg')],
	]);
}

/** Until as many mails lie in the outbox folder. */
async function mailed(stage: SealerStage, count: number): Promise<void> {
	while (mailFiles(stage).length < count) await delay(lookEveryMs);
}

async function inTurns(count: number, work: (number: number) => Promise<void>): Promise<void> {
	let next = 0;
	const caller = async () => {
		while (next < count) await work(next++);
	};
	await Promise.all(Array.from({ length: contractSizes.callersAtOnce }, caller));
}

async function timed(work: () => Promise<void>): Promise<number> {
	const beganMs = performance.now();
	await work();
	return (performance.now() - beganMs) / 1_000;
}
