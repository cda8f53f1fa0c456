import type { Model } from '../../../api/types';
import { Link } from '../../parts/router';
import { placeOf } from '../parts/places';

export const kindWords: Readonly<Record<Model<'Transfer'>['kind'], string>> = {
	DEPOSIT: 'Deposit',
	PAYOUT: 'Payout',
};

/** The account id of payouts of commissions. */
const commissions = 'fees';

export function TransferOwner({ accountId }: { readonly accountId: string }) {
	if (accountId === commissions) return <>commissions</>;
	return (
		<Link to={placeOf('accounts', accountId)}>
			<code>{accountId}</code>
		</Link>
	);
}
