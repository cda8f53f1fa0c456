/** Actions that set up an account: keys, e-mail address at the tracker, and payouts. */
import { lineOf } from '../../parts/person-text';
import type { AccountActProps } from './account-acts';
import { payoutWords } from './account-words';
import { Act } from '../parts/act';
import { given, givenNumber } from '../parts/act-fields';
import { keyFields, NewKey, scopeFields, type Scope } from '../parts/key-words';

export function AddKey({ account: { accountId, name }, onDone }: AccountActProps) {
	return (
		<Act
			name="Make a key"
			what={lineOf(name)}
			says={() => (
				<p>Who has it acts for the account. It is shown once, here, and to nobody else.</p>
			)}
			fields={[...keyFields, ...scopeFields]}
			isReasonOptional
			act={(exchange, { label, scope, lifetimeDays, reason }) =>
				exchange.call('addKey', {
					accountId,
					label,
					scope: scope as Scope,
					lifetimeDays: givenNumber(lifetimeDays),
					reason: given(reason),
				})
			}
			told={(made) => ({ title: 'The key is made.', more: <NewKey made={made} /> })}
			onDone={onDone}
		/>
	);
}

export function AddTrackerKey({ account: { accountId, name }, onDone }: AccountActProps) {
	return (
		<Act
			name="Take its key of the tracker"
			what={lineOf(name)}
			says={() => (
				<p>
					The key that the trader has at the tracker then speaks for the account here, too, and is
					what deposits are pulled with. Only its hash is kept.
				</p>
			)}
			fields={[
				{ name: 'key', label: 'The key', kind: 'secret', isRequired: true },
				...keyFields,
				...scopeFields,
			]}
			isReasonOptional
			act={(exchange, { key, label, scope, lifetimeDays, reason }) =>
				exchange.call('addTrackerKey', {
					accountId,
					label,
					scope: scope as Scope,
					'x-tracker-key': key,
					lifetimeDays: givenNumber(lifetimeDays),
					reason: given(reason),
				})
			}
			told={() => ({ title: 'The key speaks for the account.' })}
			onDone={onDone}
		/>
	);
}

export function SetEmail({ account: { accountId, name, email }, onDone }: AccountActProps) {
	return (
		<Act
			name="Set its address"
			what={lineOf(name)}
			isGrave
			says={() => (
				<p>
					Payouts planned from then on go to this user of the tracker, and deposits are expected
					from there. Payouts planned before keep their address.
				</p>
			)}
			fields={[
				{
					name: 'email',
					label: 'E-mail address at the tracker',
					kind: 'text',
					isRequired: true,
					initial: email ?? '',
				},
			]}
			act={(exchange, typed) =>
				exchange.call('setAccountEmail', { accountId, email: typed.email, reason: typed.reason })
			}
			told={(account) => ({ title: `Payouts go to ${lineOf(account.email ?? '')}.` })}
			onDone={onDone}
		/>
	);
}

type Mode = keyof typeof payoutWords;

export function SetPayouts({ account: { accountId, name, payouts }, onDone }: AccountActProps) {
	return (
		<Act
			name="Set its proceeds"
			what={lineOf(name)}
			says={() => <p>It holds for what trading brings to it, and what orders give back.</p>}
			fields={[
				{
					name: 'payouts',
					label: 'Proceeds',
					kind: 'choice',
					initial: payouts,
					options: [
						['AUTOMATIC', payoutWords.AUTOMATIC],
						['ON_DEMAND', payoutWords.ON_DEMAND],
					],
				},
			]}
			act={(exchange, typed) =>
				exchange.call('setAccountPayouts', {
					accountId,
					payouts: typed.payouts as Mode,
					reason: typed.reason,
				})
			}
			told={(account) => ({ title: `Proceeds: ${payoutWords[account.payouts].toLowerCase()}.` })}
			onDone={onDone}
		/>
	);
}
