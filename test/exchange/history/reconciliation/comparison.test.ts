import {
	differenceSentence,
	exitCodes,
	compareAsset,
	reportJson,
	reportOf,
	uncomparedAsset,
	type AssetBooks,
	type OpenTransfer,
} from '../../../../exchange/history/reconciliation/comparison';

const books = (open: readonly OpenTransfer[] = [], late = 0n): AssetBooks => ({
	...{ asset: 'EUR', decimals: 2, traders: 900n, fees: 70n, payouts: 30n },
	...{ open, late },
});

/** `PAYOUT PAY SENDING 30`, with `doubt` behind it where an earlier call is in doubt. */
function transfer(text: string): OpenTransfer {
	const [kind, leg, state, amount, doubt] = text.split(' ');
	return {
		kind: kind as OpenTransfer['kind'],
		leg: leg as OpenTransfer['leg'],
		state: state as OpenTransfer['state'],
		amount: BigInt(amount ?? ''),
		lastDoubtAt: doubt === undefined ? null : 1,
	};
}

describe('what transfers under way explain', () => {
	test.each([
		['', '1000..1000'],
		['DEPOSIT PULL PLANNED 50', '1000..1000'],
		['DEPOSIT PULL PLANNED 50 doubt', '1000..1050'],
		['DEPOSIT PULL SENDING 50', '1000..1050'],
		['DEPOSIT PULL UNKNOWN 50 doubt', '1000..1050'],
		['DEPOSIT PULL HELD_FOR_REVIEW 50 doubt', '1000..1050'],
		['PAYOUT PAY PLANNED 30', '1000..1000'],
		['PAYOUT PAY SENDING 30', '970..1000'],
		['PAYOUT PAY UNKNOWN 30 doubt', '970..1000'],
		['PAYOUT PAY HELD_FOR_REVIEW 30 doubt', '970..1000'],
		// Refused at its first call: the money is certainly still here.
		['PAYOUT PAY HELD_FOR_REVIEW 30', '1000..1000'],
		['PAYOUT FUND SENDING 30', '1000..1000'],
		['PAYOUT FUND UNKNOWN 30 doubt', '1000..1000'],
		['PAYOUT PAY SENDING 30,PAYOUT PAY UNKNOWN 7,DEPOSIT PULL SENDING 5', '963..1005'],
	])('%s: %s', (open, range) => {
		const transfers = open === '' ? [] : open.split(',').map(transfer);
		const { least, most, owed } = compareAsset(books(transfers), 1000n);
		expect([`${least}..${most}`, owed]).toEqual([range, 1000n]);
	});

	test('a deposit given up that may still reach a resting account', () => {
		expect(compareAsset(books([], 40n), 1040n).verdict).toBe('AGREES');
	});
});

describe('the verdict', () => {
	const open = ['PAYOUT PAY SENDING 30', 'DEPOSIT PULL SENDING 50'].map(transfer);
	test.each([
		[969n, 'DIFFERS', -1n],
		[970n, 'AGREES', 0n],
		[1000n, 'AGREES', 0n],
		[1050n, 'AGREES', 0n],
		[1051n, 'DIFFERS', 1n],
		[0n, 'DIFFERS', -970n],
	])('on %i is %s by %i', (atTracker, verdict, difference) => {
		expect(compareAsset(books(open), atTracker)).toMatchObject({ verdict, difference });
	});

	test.each([
		[['AGREES', 'AGREES'], 'AGREES', 0],
		[['AGREES', 'MOVING'], 'MOVING', 4],
		[['MOVING', 'UNREAD'], 'UNREAD', 4],
		[['UNREAD', 'DIFFERS', 'AGREES'], 'DIFFERS', 3],
		[[], 'AGREES', 0],
	] as const)('on %j is %s and ends with %i', (verdicts, worst, exitCode) => {
		const assets = verdicts.map((verdict) => {
			if (verdict === 'AGREES') return compareAsset(books(), 1000n);
			if (verdict === 'DIFFERS') return compareAsset(books(), 1n);
			return uncomparedAsset(books(), verdict, 'why');
		});
		const report = reportOf(0, assets);
		expect([report.verdict, exitCodes[report.verdict]]).toEqual([worst, exitCode]);
	});
});

test('the report has amounts in decimals, and why an asset was not compared', () => {
	const assets = [
		compareAsset(books(), 987n),
		uncomparedAsset(books(), 'UNREAD', 'no answer within 10 ms'),
	];
	const report = reportOf(1_795_132_800_000, assets);
	const amounts = {
		traders: '9',
		fees: '0.7',
		payouts: '0.3',
		owed: '10',
		least: '10',
		most: '10',
	};
	expect(reportJson(report)).toEqual({
		time: '2026-11-20T00:00:00.000Z',
		verdict: 'DIFFERS',
		assets: [
			{
				...{ asset: 'EUR', verdict: 'DIFFERS', ...amounts },
				...{ atTracker: '9.87', difference: '-0.13', reason: null },
			},
			{
				...{ asset: 'EUR', verdict: 'UNREAD', ...amounts },
				...{ atTracker: null, difference: null, reason: 'no answer within 10 ms' },
			},
		],
	});
	expect(differenceSentence(compareAsset(books(), 1013n))).toBe(
		'EUR: own accounts hold 0.13 more at the tracker than the books explain',
	);
});
