/**
 * Checks what the operator did against what became of it, from the tables alone: each payout above the
 * amount waited and no other did, each that waited was decided once and nothing was sent before, and
 * none went beyond its day's limit.
 */
import { parseDecimal } from '../../server/decimal';
import type { SettlementWorld } from './settlement-world';
import { decimalsOf, type Asset } from './simulated-assets';

/** One sentence for each thing that is not as it must be. */
export async function auditOperator(simulation: SettlementWorld): Promise<readonly string[]> {
	const payouts = await payoutsOf(simulation);
	return [
		...payouts.flatMap(decisionFaults),
		...(await limitFaults(simulation, payouts)),
		...(await simulation.operator.faults(simulation.auditDatabase())),
	];
}

interface SeenPayout {
	readonly id: string;
	readonly accountId: string;
	readonly asset: string;
	readonly amount: bigint;
	readonly state: string;
	readonly createdAt: bigint;
	/** The states it was in, from the first. */
	readonly steps: readonly string[];
	/** What was decided on it, by the audit log. */
	readonly decisions: readonly string[];
}

async function payoutsOf(simulation: SettlementWorld): Promise<readonly SeenPayout[]> {
	const database = simulation.auditDatabase();
	const steps = await database
		.selectFrom('intent_steps')
		.select(['intent_id', 'state'])
		.orderBy('version')
		.execute();
	const acts = await database
		.selectFrom('admin_actions')
		.select(['action', 'subject'])
		.where('action', 'in', ['PAYOUT_APPROVE', 'PAYOUT_REJECT'])
		.execute();
	const rows = await database
		.selectFrom('intents')
		.selectAll()
		.where('kind', '=', 'PAYOUT')
		.orderBy('number')
		.execute();
	return rows.map(({ id, asset, amount, state, account_id: accountId, created_at: createdAt }) => ({
		...{ id, accountId, asset, amount, state, createdAt },
		steps: steps.flatMap((step) => (step.intent_id === id ? [step.state] : [])),
		decisions: acts.flatMap((act) => (act.subject === id ? [act.action] : [])),
	}));
}

function isWaited({ steps }: SeenPayout): boolean {
	return steps[0] === 'PENDING_APPROVAL';
}

function decisionFaults(payout: SeenPayout): readonly string[] {
	const { id, decisions, steps } = payout;
	const faults: string[] = [];
	const expected = isWaited(payout) ? 1 : 0;
	if (decisions.length !== expected) faults.push(`${id} was decided on ${decisions.length} times`);
	const becomes = decisions[0] === 'PAYOUT_REJECT' ? 'REFUSED' : 'PLANNED';
	if (isWaited(payout) && steps[1] !== becomes) faults.push(`${id} waited, and was ${steps[1]}`);
	const isOver = becomes === 'REFUSED' && steps.length > 2;
	if (isOver) faults.push(`${id} was refused, and then ${steps.slice(2).join(', ')}`);
	return faults;
}

interface LimitAct {
	readonly at: bigint;
	readonly approvalAbove: bigint | undefined;
	readonly perDayMax: bigint | undefined;
}

async function limitFaults(
	simulation: SettlementWorld,
	payouts: readonly SeenPayout[],
): Promise<readonly string[]> {
	const limits = await limitsOf(simulation);
	return payouts.flatMap((payout, index) => {
		const { id, accountId, asset, amount, createdAt, state } = payout;
		const acts = limits.get(`${accountId} ${asset}`) ?? [];
		// Which of two of the same moment came first, nobody can tell.
		if (acts.some(({ at }) => at === createdAt)) return [];
		const known = acts.filter(({ at }) => at < createdAt).at(-1);
		const { approvalAbove, perDayMax } = known ?? {};
		const faults: string[] = [];
		if (isWaited(payout) !== (approvalAbove !== undefined && amount > approvalAbove)) {
			const did = isWaited(payout) ? 'waited' : 'did not wait';
			faults.push(`${id} of ${amount} ${asset} ${did}: above ${approvalAbove} payouts do`);
		}
		const kept = payouts.slice(0, index + 1).filter((one) => {
			return one.accountId === accountId && one.asset === asset && one.state !== 'REFUSED';
		});
		const taken = kept.reduce((sum, one) => sum + one.amount, 0n);
		if (state !== 'REFUSED' && perDayMax !== undefined && taken > perDayMax) {
			faults.push(`${id} made it ${taken} ${asset} in a day, where ${perDayMax} is the most`);
		}
		return faults;
	});
}

/** By account and asset, in their order; where there is none, the audit log says so in a word. */
async function limitsOf(
	simulation: SettlementWorld,
): Promise<ReadonlyMap<string, readonly LimitAct[]>> {
	const rows = await simulation
		.auditDatabase()
		.selectFrom('admin_actions')
		.select(['at', 'subject', 'details'])
		.where('action', '=', 'ACCOUNT_SET_PAYOUT_LIMITS')
		.orderBy('number')
		.execute();
	const limits = new Map<string, LimitAct[]>();
	for (const { at, subject, details: text } of rows) {
		const { details } = JSON.parse(text) as { readonly details: Readonly<Record<string, string>> };
		const { asset = '', approvalAbove = '', perDayMax = '' } = details;
		const amountOf = (told: string) => parseDecimal(told, decimalsOf[asset as Asset]) ?? undefined;
		const act = { at, approvalAbove: amountOf(approvalAbove), perDayMax: amountOf(perDayMax) };
		const key = `${subject} ${asset}`;
		limits.set(key, [...(limits.get(key) ?? []), act]);
	}
	return limits;
}
