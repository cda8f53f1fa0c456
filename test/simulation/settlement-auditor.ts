/**
 * Checks a settlement that has come to rest against what the tracker knows to be true. It shares
 * nothing with the code it checks but the tables: every transfer that took effect is counted
 * against the intent it was made for, and every unit is where the books say.
 */
import { verify } from '../../exchange/history/verification/verify';
import { auditOperator } from './operator-auditor';
import type { SettlementWorld } from './settlement-world';
import { assets, type Asset } from './simulated-assets';
import { auditHonestWealth } from './wealth-auditor';

/** One sentence for each thing that is not as it must be. */
export async function auditSettlement(
	simulation: SettlementWorld,
	{ mayHold }: { readonly mayHold: boolean } = { mayHold: false },
): Promise<readonly string[]> {
	const database = simulation.auditDatabase();
	const { clock } = simulation;
	const proof = await verify({ database, clock, archive: undefined, knownEnds: [] });
	const faults = [...proof.faults];
	const intents = await database.selectFrom('intents').selectAll().orderBy('number').execute();
	const { transfers } = simulation.tracker;
	const { escrow, transit } = simulation.settings;
	const own = new Set([escrow, ...transit].map(({ email }) => email));
	const effects = new Map<string, number>();
	for (const { idempotencyKey, sender, recipient } of transfers) {
		if (own.has(sender) && own.has(recipient)) continue;
		const madeFor = simulation.madeFor(idempotencyKey);
		effects.set(madeFor, (effects.get(madeFor) ?? 0) + 1);
	}
	const madeFor = new Map(transfers.map((one) => [one.id, simulation.madeFor(one.idempotencyKey)]));
	for (const { id, transaction_id: named } of intents) {
		if (named === null || madeFor.get(named) === id) continue;
		faults.push(`${id} is said to be ${named}, which was made for ${madeFor.get(named)}`);
	}
	for (const { id, kind, state, reason, units, asset } of intents) {
		const times = effects.get(id) ?? 0;
		effects.delete(id);
		const expected = state === 'SETTLED' ? [1] : state === 'REFUSED' ? [0] : [0, 1];
		if (!expected.includes(times)) {
			faults.push(
				`${kind} ${id} of ${units} ${asset} is ${state} (${reason}) and happened ${times} times`,
			);
		}
		// That a key is refused says nothing of an earlier call by it, which nobody has seen either.
		const isKeyRefused = kind === 'DEPOSIT' && /^Auth_/.test(reason ?? '') && times === 0;
		if (state === 'HELD_FOR_REVIEW' && !mayHold && !isKeyRefused) {
			faults.push(`${kind} ${id} is held: ${reason}`);
		}
		if (!['SETTLED', 'REFUSED', 'HELD_FOR_REVIEW'].includes(state))
			faults.push(`${id} is ${state}`);
	}
	for (const [key, times] of effects) {
		if (key !== 'a stranger') faults.push(`${times} transfers under ${key}, which is no intent`);
	}
	if (!mayHold) faults.push(...(await booksAgainstTracker(simulation, own)));
	if (simulation.isOperated) {
		faults.push(...(await auditHonestWealth(simulation)), ...(await auditOperator(simulation)));
	}
	const sealed = await database.selectFrom('sealed_keys').selectAll().execute();
	if (sealed.length > 0) faults.push(`${sealed.length} keys outlive their deposits`);
	return faults;
}

async function booksAgainstTracker(
	simulation: SettlementWorld,
	own: ReadonlySet<string>,
): Promise<readonly string[]> {
	const { tracker, shared } = simulation;
	const rows = await shared.openForAudit().selectFrom('balances').selectAll().execute();
	const unitOf = { CREDIT: 1n, EUR: 100n } as const;
	return (Object.keys(assets) as Asset[]).flatMap((asset) => {
		const owed = rows
			.filter((row) => row.asset === asset && row.account_id !== 'external')
			.reduce((sum, row) => sum + row.available + row.held, 0n);
		let held = 0n;
		for (const email of own) held += BigInt(tracker.held(email, assets[asset])) * unitOf[asset];
		for (const { recipient, assetId, units, idempotencyKey } of tracker.transfers) {
			const isGift = idempotencyKey === 'a stranger' && assetId === assets[asset];
			if (isGift && own.has(recipient)) held -= BigInt(units) * unitOf[asset];
		}
		return owed === held ? [] : [`${asset}: the books owe ${owed}, the tracker holds ${held}`];
	});
}
