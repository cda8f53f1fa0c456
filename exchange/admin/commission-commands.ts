/** The administrator's commands about commissions: what there is, and taking it out. */
import { command, found } from '../../server/commands/command';
import { newId, systemClock } from '../../server/clock';
import { CommandFault } from '../../server/commands/command-fault';
import { formatDecimal, parseDecimal } from '../trading/markets/decimal';
import { commissionsOf, payOutCommissions } from '../operator/actions/commission-actions';
import { describeWithSteps } from '../settlement/store/intent-report';
import { clientReference } from '../settlement/store/requests';
import { acting, reasonOption, withTools, withTreasury, type Tools } from './tools';

export const commissionCommands = [
	command('commissions list', {
		does: 'shows what commissions there are to be paid out',
		run: withTools(async ({ database }) =>
			(await commissionsOf(database)).map(({ asset, decimals, amount }) => {
				return { asset, amount: formatDecimal(amount, decimals) };
			}),
		),
	}),
	command('commissions pay-out', {
		does: 'pays commissions out by a transfer at the tracker',
		options: {
			asset: { value: 'CODE', meaning: 'of which asset', isNeeded: true },
			amount: { value: 'DECIMAL', meaning: 'how much; all there is when left out' },
			email: { value: 'EMAIL', meaning: 'where to; where the settings say when left out' },
			id: { value: 'TEXT', meaning: 'your own id; the same again under it is made once' },
			...reasonOption,
		},
		run: withTools(payOut),
	}),
];

interface PayOutValues {
	readonly asset: string;
	readonly amount: string | undefined;
	readonly email: string | undefined;
	readonly id: string | undefined;
	readonly reason: string;
}

async function payOut(tools: Tools, values: PayOutValues): Promise<unknown> {
	const { asset, email, id = newId(systemClock), reason } = values;
	const decimals = await tools.markets.decimalsOf(asset);
	const amount = amountOf(values, found(decimals, `--asset: there is no asset ${asset}`));
	const request = { asset, amount, email, reference: clientReference(id) };
	const { intent } = await withTreasury(tools, (treasury) =>
		payOutCommissions(acting(tools, reason), treasury, request),
	);
	return describeWithSteps(tools.database, intent.id);
}

function amountOf({ amount }: PayOutValues, decimals: number): bigint | undefined {
	if (amount === undefined) return undefined;
	const units = parseDecimal(amount, decimals);
	if (units !== null) return units;
	const fault = `--amount must be a decimal with at most ${decimals} digits behind the point`;
	throw new CommandFault(fault);
}
