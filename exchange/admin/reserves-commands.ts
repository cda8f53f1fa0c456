/** A proof is a file, and checking one needs no database. */
import { command, found } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { formatDecimal } from '../../server/decimal';
import { publishReserves, reservesProof } from '../history/reserves/reserves';
import { readReservesProof, verifyReserves, type ReservesProof } from '../../proof/reserves';
import { jsonOfFile } from '../settlement/setup/settings-file';
import { accountOf, accountOption, withTools, withTreasury } from './tools';

export const reservesCommands = [
	command('reserves publish', {
		does: 'publishes what is owed and held now',
		run: withTools((tools) =>
			withTreasury(tools, async (treasury) => {
				const outcome = await publishReserves(treasury);
				if (outcome.kind === 'PUBLISHED') return outcome.published;
				throw new Error(`nothing was published: ${outcome.reason}`);
			}),
		),
	}),
	command('reserves proof', {
		does: "an account's proof that it was counted in",
		options: accountOption,
		run: withTools(async (tools, { accountId }) => {
			const { id, name } = await accountOf(tools, accountId);
			return found(
				await reservesProof(tools.database, id),
				`${name} is in no publication: there is none, or nothing was owed then`,
			);
		}),
	}),
	command('reserves verify', {
		does: 'checks a proof, offline',
		options: { file: { value: 'FILE', meaning: 'the proof', isNeeded: true } },
		run: async (_, { file }) => verify(fileOf(file)),
	}),
];

async function verify(value: unknown): Promise<unknown> {
	const verification = await verifyReserves(value);
	const given = readReservesProof(value);
	if (!verification.valid || typeof given === 'string') {
		throw new Error(`the proof does not hold: ${verification.valid ? given : verification.reason}`);
	}
	return describeProof(given);
}

/**
 * Describes a valid proof in decimals. Only its reader can compare the root with the published one.
 */
function describeProof({ published, proof: { accountId, amounts } }: ReservesProof) {
	const { time, root } = published;
	const assets = published.assets.map(({ asset, decimals, liabilities, reserves }, at) => {
		const decimal = (amount = '0') => formatDecimal(BigInt(amount), decimals);
		return {
			asset,
			owedToAccount: decimal(amounts[at]),
			owedToAll: decimal(liabilities),
			reserves: decimal(reserves),
			isCovered: BigInt(reserves) >= BigInt(liabilities),
		};
	});
	const compareWith = 'root must be the one that GET /reserves shows to everybody';
	return { valid: true, accountId, time, root, compareWith, assets };
}

function fileOf(file: string): unknown {
	try {
		return jsonOfFile(file);
	} catch (fault) {
		throw new CommandFault(fault instanceof Error ? fault.message : String(fault));
	}
}
