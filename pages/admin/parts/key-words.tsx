/** Fields of a new key, and the only display of the key itself. */
import type { Model } from '../../../api/types';
import { Copy } from '../../parts/values';
import type { ActField } from './act-fields';

export type Scope = NonNullable<Model<'ManagedKey'>['scope']>;

export const keyFields = [
	{
		name: 'label',
		label: 'What it is for',
		kind: 'text',
		help: 'The audit log names it by this.',
		isRequired: true,
	},
	{
		name: 'lifetimeDays',
		label: 'Days until it ends',
		kind: 'whole',
		help: 'As the exchange is set when left empty.',
	},
] as const satisfies readonly ActField<string>[];

export const scopeFields = [
	{
		name: 'scope',
		label: 'What it may do',
		kind: 'choice',
		options: [
			['READ', 'Read'],
			['TRADE', 'Read, order and deposit'],
			['FULL', 'All, with payouts and keys'],
		],
	},
] as const satisfies readonly ActField<string>[];

export function NewKey({ made: { key } }: { readonly made: Model<'NewKey'> }) {
	return (
		<>
			<p>Keep it now: it is not shown again.</p>
			<p>
				<code>{key}</code> <Copy text={key} what="the key" />
			</p>
		</>
	);
}
