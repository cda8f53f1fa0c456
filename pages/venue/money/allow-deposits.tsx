/** Deposits without a pasted key, for who signed in through the console: whether they are allowed, and the way there. */
import { CallFault } from '../../parts/client';
import { Action } from '../../parts/forms/action';
import { useLoaded, type Query } from '../../parts/loading';
import { askForDeposits, depositsOf } from '../../parts/session/by-console';
import { Notice } from '../../parts/states';
import { useTexts } from '../../parts/language/texts';
import { useSession } from '../live/exchange';
import { texts } from '../texts/texts';

/** Undefined of a trader who entered a key. */
export type Told = Awaited<ReturnType<typeof depositsOf>>;

export function useDeposits(): Query<Told> {
	const { key } = useSession();
	return useLoaded(key, () => depositsOf(key));
}

export function toldOf({ loaded }: Query<Told>): Told {
	return loaded.state === 'loaded' ? loaded.value : undefined;
}

export function isDepositKeyEnded(fault: unknown): boolean {
	return fault instanceof CallFault && fault.code === 'Exchange_DepositKeyEnded';
}

export function AllowDeposits({ told }: { readonly told: Told }) {
	const say = useTexts(texts);
	const { key } = useSession();
	const { signIn, allowsDeposits } = told ?? {};
	if (signIn === undefined || allowsDeposits === undefined) return null;
	if (allowsDeposits) {
		return (
			<p class="soft">
				{say.filled(
					'Deposits are allowed by a key that stands among {keys} in the console. Revoke it there to end that.',
					{ keys: <a href={`${signIn.console}/console/keys`}>{say('your keys')}</a> },
				)}
			</p>
		);
	}
	return (
		<Notice kind="plain" title={say('Deposit without a key')}>
			<p>{say('Allow it once in the console. It asks you before, and you come back here.')}</p>
			<Action name={say('Allow deposits')} what="" act={() => askForDeposits(signIn, key)} />
		</Notice>
	);
}
