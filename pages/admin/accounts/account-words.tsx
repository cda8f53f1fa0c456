import type { Model } from '../../../api/types';

type Account = Model<'ManagedAccount'>;

const words: Readonly<Record<Account['status'], { readonly name: string; readonly kind: string }>> =
	{
		ACTIVE: { name: 'Active', kind: 'good' },
		FROZEN: { name: 'Frozen', kind: 'warn' },
		DISABLED: { name: 'Disabled', kind: 'bad' },
	};

export function AccountStatus({ status }: Pick<Account, 'status'>) {
	const { name, kind } = words[status];
	return <span class={`badge ${kind}`}>{name}</span>;
}
