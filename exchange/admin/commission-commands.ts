import { command, found } from '../../server/commands/command';
import { newId, systemClock } from '../../server/clock';
import { formatDecimal } from '../../server/decimal';
import { commissionsOf, payOutCommissions } from '../operator/actions/commission-actions';
import { describeWithSteps } from '../settlement/store/intent-report';
import { clientReference } from '../settlement/store/requests';
import { amountOf, auditContext, reasonOption, withTools, withTreasury, type Tools } from './tools';

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
	const known = found(decimals, `--asset: there is no asset ${asset}`);
	const amount =
		values.amount === undefined ? undefined : amountOf('--amount', values.amount, known);
	const request = { asset, amount, email, reference: clientReference(id) };
	const { intent } = await withTreasury(tools, (treasury) =>
		payOutCommissions(auditContext(tools, reason), treasury, request),
	);
	return describeWithSteps(tools.database, intent.id);
}
