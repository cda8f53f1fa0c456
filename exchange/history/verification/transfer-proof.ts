/**
 * Compares deposits and payouts, as traders are shown them, with their steps, postings, windows and
 * with the transfers of the tracker that belong to them. That an intent has posted what its state
 * says is checked by the ledger's audit.
 */
import { textList } from '../../../server/database/bulk';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/database';
import type { Schema } from '../../database/schema';
import { isClosed, type IntentState } from '../../settlement/state/intent';
import { assetLinks } from '../../settlement/assets/asset-links';
import { depositJournal } from '../../trading/ledger/deposits';
import { OUTSIDE } from '../../trading/ledger/posting';
import { asText, difference } from './differences';
import type { RowCounts } from './row-counts';

const rowsAtOnce = 500;

type IntentRow = Selectable<Schema['intents']>;
type StepRow = Selectable<Schema['intent_steps']>;
type ClaimRow = Selectable<Schema['transfer_claims']>;

export class TransferProof {
	readonly faults: string[] = [];

	constructor(
		private readonly snapshot: Database,
		private readonly counts: RowCounts,
	) {}

	async run(): Promise<readonly string[]> {
		await this.proveDeposits();
		await this.proveIntents();
		await this.proveWindows();
		return this.faults;
	}

	/** Deposits are numbered without a gap, and each has one posting. */
	private async proveDeposits(): Promise<void> {
		for (let after = 0n; ;) {
			const upTo = after + BigInt(rowsAtOnce);
			const deposits = await this.snapshot
				.selectFrom('deposits')
				.select(['sequence', 'account_id', 'asset', 'amount'])
				.where('sequence', '>', after)
				.where('sequence', '<=', upTo)
				.orderBy('sequence')
				.execute();
			const postings = await this.snapshot
				.selectFrom('postings')
				.selectAll()
				.where('journal', '=', depositJournal)
				.where('sequence', '>', after)
				.where('sequence', '<=', upTo)
				.orderBy('sequence')
				.orderBy('position')
				.execute();
			this.counts.add('deposits', deposits.length);
			this.counts.add('postings', postings.length);
			const credits = postings.map(asText).map((row) => ({
				sequence: row.sequence,
				account_id: row.to_account,
				asset: row.asset,
				amount: row.amount,
			}));
			this.compare('deposits', ['sequence'], 'their postings', deposits.map(asText), credits);
			const numbers = postings.map((_, at) => depositPosting(after + BigInt(at + 1)));
			this.compare('postings', ['journal', 'sequence'], 'deposits', postings.map(asText), numbers);
			if (deposits.length < rowsAtOnce) return;
			after = upTo;
		}
	}

	private async proveIntents(): Promise<void> {
		const links = await assetLinks(this.snapshot);
		const units = new Map(links.map(({ asset, unit }) => [asset, unit]));
		for (let after = 0n; ;) {
			const intents = await this.snapshot
				.selectFrom('intents')
				.selectAll()
				.where('number', '>', after)
				.orderBy('number')
				.limit(rowsAtOnce)
				.execute();
			const last = intents.at(-1);
			if (last === undefined) return;
			after = last.number;
			const ids = textList(
				this.snapshot,
				intents.map(({ id }) => id),
			);
			const steps = await this.snapshot
				.selectFrom('intent_steps')
				.selectAll()
				.where('intent_id', 'in', ids)
				.orderBy('version')
				.execute();
			const claims = await this.snapshot
				.selectFrom('transfer_claims')
				.selectAll()
				.where('intent_id', 'in', ids)
				.execute();
			this.counts.add('intents', intents.length);
			this.counts.add('intent_steps', steps.length);
			this.counts.add('transfer_claims', claims.length);
			const stepsOf = Map.groupBy(steps, (step) => step.intent_id);
			const claimsOf = Map.groupBy(claims, (claim) => claim.intent_id);
			for (const intent of intents) {
				const own = stepsOf.get(intent.id) ?? [];
				if (!this.areSteps(intent, own)) continue;
				this.proveIntent(intent, own, units.get(intent.asset));
				this.proveClaims(intent, claimsOf.get(intent.id) ?? []);
			}
		}
	}

	/** An intent has a step for each of its versions, the first as it was planned. */
	private areSteps(intent: IntentRow, steps: readonly StepRow[]): boolean {
		const found = steps.map(({ version }) => version).join();
		const expected = Array.from({ length: Number(intent.version) }, (_, at) => at + 1).join();
		const name = `intent_steps ${intent.id}`;
		if (found !== expected) {
			this.faults.push(`${name}: version is ${found}, by intents ${expected}`);
			return false;
		}
		const [first] = steps;
		if (first === undefined) {
			this.faults.push(`intents ${intent.id}: version is ${intent.version}, by its steps nothing`);
			return false;
		}
		const isPlanned = first.state === 'PLANNED' || first.state === 'PENDING_APPROVAL';
		if (!isPlanned || first.note !== null) {
			this.faults.push(`${name} 1 is ${first.state} ${first.note ?? ''}, and not as it is planned`);
		}
		return true;
	}

	private proveIntent(
		intent: IntentRow,
		steps: readonly StepRow[],
		unit: bigint | undefined,
	): void {
		const [first, last] = [steps[0], steps.at(-1)];
		if (first === undefined || last === undefined) return;
		const isEnded = isClosed({ state: last.state as IntentState });
		const expected = {
			id: intent.id,
			state: last.state,
			reason: last.note,
			created_at: `${first.at}`,
			ended_at: isEnded ? `${last.at}` : null,
			amount: `${intent.units * (unit ?? 0n)}`,
			window_number: windowOf(intent),
		};
		this.compare('intents', ['id'], 'its steps and links', [asText(intent)], [expected]);
	}

	/** The transfers of an intent are of its asset, and the one that it names is among them. */
	private proveClaims(intent: IntentRow, claims: readonly ClaimRow[]): void {
		const { id, asset, transaction_id: named } = intent;
		for (const claim of claims) {
			if (claim.asset === asset) continue;
			const name = `transfer_claims ${claim.transaction_id}`;
			this.faults.push(`${name}: asset is ${claim.asset}, by intents ${asset}`);
		}
		if (named === null || claims.some((claim) => claim.transaction_id === named)) return;
		this.faults.push(
			`intents ${id}: transaction_id is ${named}, and transfer_claims has none of the intent`,
		);
	}

	/** A window has as many payouts as it says. */
	private async proveWindows(): Promise<void> {
		const rows = await this.snapshot
			.selectFrom('payout_windows')
			.leftJoin('intents', 'intents.window_number', 'payout_windows.number')
			.select(({ fn }) => ['payout_windows.number', 'payouts', fn.count('intents.id').as('found')])
			.groupBy(['payout_windows.number', 'payouts'])
			.execute();
		for (const { number, payouts, found } of rows) {
			if (payouts === BigInt(found)) continue;
			this.faults.push(`payout_windows ${number}: payouts is ${payouts}, by intents ${found}`);
		}
		const lone = await this.snapshot
			.selectFrom('intents')
			.leftJoin('payout_windows', 'payout_windows.number', 'intents.window_number')
			.select(['intents.id', 'window_number'])
			.where('window_number', 'is not', null)
			.where('payout_windows.number', 'is', null)
			.limit(1)
			.executeTakeFirst();
		if (lone === undefined) return;
		this.faults.push(
			`intents ${lone.id}: window_number is ${lone.window_number}, and payout_windows has none`,
		);
	}

	private compare(
		table: string,
		key: readonly string[],
		by: string,
		found: readonly object[],
		expected: readonly object[],
	): void {
		const fault = difference({ table, within: '', key, by }, found, expected);
		if (fault !== undefined) this.faults.push(fault);
	}
}

function depositPosting(sequence: bigint) {
	return {
		journal: depositJournal,
		sequence: `${sequence}`,
		position: '0',
		kind: 'DEPOSIT',
		from_account: OUTSIDE,
		order_id: null,
	};
}

/** The payout of a window has it in its reference. */
function windowOf({ window_number: number, reference }: IntentRow): string | null {
	if (number === null) return null;
	return /^window-(\d+)-\d+$/.exec(reference)?.[1] ?? null;
}
