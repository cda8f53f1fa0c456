/**
 * Fetches the account's proof of reserves and checks it: it must lead to the published root, and
 * reserves must cover liabilities. An invalid proof is an output, not an error.
 */
import type { IDataObject } from 'n8n-workflow';
import { readReservesProof, verifyReserves, type ReservesProof } from '../../proof/reserves';
import type { Call } from '../wire/call/call';
import type { OperationBehaviour, Output } from '../wire/execute';
import type { Item } from '../wire/item';
import { inDecimals } from './amounts';
import { callForRecord, callOf } from './asking';

async function verify(item: Item, call: Call): Promise<readonly Output[]> {
	const given = await callForRecord(item, call);
	const verification = await verifyReserves(given);
	const proof = readReservesProof(given);
	if (!verification.valid) return [{ json: { ...verification, proof: given } }];
	if (typeof proof === 'string') return [{ json: { valid: false, reason: proof, proof: given } }];
	const shown = await callForRecord(item, callOf(call, 'reserves', {}));
	if (shown.root !== proof.published.root) {
		const reason = 'the proof is of another publication than the one everybody is shown';
		return [{ json: { valid: false, reason, proof: given } }];
	}
	return [{ json: { valid: true, ...described(proof), proof: given } }];
}

function described({ published, proof }: ReservesProof): IDataObject {
	const assets = published.assets.map(({ asset, decimals, liabilities, reserves }, at) => ({
		asset,
		owedToAccount: inDecimals(proof.amounts[at] ?? '0', decimals),
		owedToAll: inDecimals(liabilities, decimals),
		reserves: inDecimals(reserves, decimals),
		isCovered: BigInt(reserves) >= BigInt(liabilities),
	}));
	const { time, root, treeSize } = published;
	const isCovered = assets.every((asset) => asset.isCovered);
	return { time, root, treeSize, accountId: proof.accountId, isCovered, assets };
}

export const reservesBehaviour: Readonly<Record<string, OperationBehaviour>> = {
	'reserves.verify': { perform: verify },
};
