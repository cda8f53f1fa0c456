import type { Model } from '../../api/types';

type Status = Model<'Market'>['status'];

const words: Readonly<Record<Status, { readonly name: string; readonly kind: string }>> = {
	TRADING: { name: 'Trading', kind: 'good' },
	CANCEL_ONLY: { name: 'Cancelling only', kind: 'warn' },
	HALT: { name: 'Halted', kind: 'bad' },
};

export function MarketStatus({ status }: { readonly status: Status }) {
	const { name, kind } = words[status];
	return <span class={`badge ${kind}`}>{name}</span>;
}
