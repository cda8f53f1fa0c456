import type { Model } from '../../api/types';
import { exchangeTexts } from './exchange-texts';
import { useTexts } from './language/texts';

type Status = Model<'Market'>['status'];

const words: Readonly<
	Record<Status, { readonly name: keyof typeof exchangeTexts; readonly kind: string }>
> = {
	TRADING: { name: 'Trading', kind: 'good' },
	CANCEL_ONLY: { name: 'Cancelling only', kind: 'warn' },
	HALT: { name: 'Halted', kind: 'bad' },
};

export function MarketStatus({ status }: { readonly status: Status }) {
	const say = useTexts(exchangeTexts);
	const { name, kind } = words[status];
	return <span class={`badge ${kind}`}>{say(name)}</span>;
}
