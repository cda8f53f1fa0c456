import type { Model } from '../../../api/types';
import { Heading } from '../../parts/frame';
import { lineOf } from '../../parts/person-text';
import { Link } from '../../parts/router';
import { Empty, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Copy } from '../../parts/values';
import { Limits } from './account-limits';
import { AccountStatus } from './accounts';
import { Act } from '../parts/act';
import { Facts } from '../parts/facts';
import { actionsOn, places } from '../parts/places';
import { useAsked } from '../parts/session';
import { LookAgain, useAmounts, When } from '../parts/shown';
import { payoutWords } from '../parts/words';

type Account = Model<'ManagedAccount'>;

export function AccountPage({ accountId }: { readonly accountId: string }) {
	const asked = useAsked(accountId, async ({ exchange }) => ({
		account: await exchange.call('getAccount', { accountId }),
		limits: await exchange.call('getAccountLimits', { accountId }),
	}));
	return (
		<>
			<WhenLoaded asked={asked}>
				{({ account, limits }) => (
					<>
						<Heading>{lineOf(account.name) || accountId}</Heading>
						<Changes account={account} again={asked.again} />
						<div class="two">
							<AccountFacts account={account} />
							<Balances balances={account.balances ?? []} />
						</div>
						<Limits limits={limits} again={asked.again} />
					</>
				)}
			</WhenLoaded>
			<p>
				<Link to={`${places.keys}?accountId=${encodeURIComponent(accountId)}`}>Its keys</Link> ·{' '}
				<Link to={`${places.transfers}?accountId=${encodeURIComponent(accountId)}`}>
					Its transfers
				</Link>{' '}
				· <Link to={actionsOn(accountId)}>What was done to it</Link> ·{' '}
				<Link to={places.accounts}>To all accounts</Link>
			</p>
		</>
	);
}

interface ChangesProps {
	readonly account: Account;
	readonly again: () => void;
}

function Changes({ account, again }: ChangesProps) {
	const { accountId, name, frozenAt, disabledAt } = account;
	const to = { given: { accountId }, what: lineOf(name), onDone: again };
	return (
		<div class="actions above">
			<LookAgain again={again} />
			<Act of={frozenAt === undefined ? 'freezeAccount' : 'unfreezeAccount'} {...to} />
			<Act of="cancelAccountOrders" {...to} />
			<Act of={disabledAt === undefined ? 'disableAccount' : 'enableAccount'} {...to} />
			<Act of="addKey" {...to} />
			<Act of="addTrackerKey" {...to} />
			<Act of="setAccountEmail" {...to} now={account} />
			<Act of="setAccountPayouts" {...to} now={account} />
			<Act of="creditAccount" {...to} />
		</div>
	);
}

function AccountFacts({ account }: { readonly account: Account }) {
	const { accountId, status, email, payouts, createdAt } = account;
	const { frozenAt, frozenReason, disabledAt } = account;
	return (
		<Facts
			title="The account"
			facts={[
				['State', <AccountStatus status={status} />],
				[
					'Id',
					<>
						<code>{accountId}</code> <Copy text={accountId} what="the id of the account" />
					</>,
				],
				['At the tracker', email === undefined ? 'not known' : <bdi>{lineOf(email)}</bdi>],
				['Proceeds', payoutWords[payouts]],
				['Added', <When at={createdAt} />],
				['Frozen since', frozenAt && <When at={frozenAt} />],
				['Its owner is told', frozenReason && <bdi>{lineOf(frozenReason)}</bdi>],
				['Disabled since', disabledAt && <When at={disabledAt} />],
			]}
		/>
	);
}

interface BalancesProps {
	readonly balances: NonNullable<Account['balances']>;
}

function Balances({ balances }: BalancesProps) {
	const amountOf = useAmounts();
	return (
		<section class="panel">
			<h2>What it has</h2>
			{balances.length === 0 ? (
				<Empty>It has nothing here.</Empty>
			) : (
				<Table
					caption="What can be used, and what orders hold"
					rows={balances}
					keyOf={({ asset }) => asset}
					columns={[
						{ name: 'Asset', cell: ({ asset }) => asset },
						{
							name: 'Available',
							isNumber: true,
							cell: ({ asset, available }) => amountOf(asset, available),
						},
						{ name: 'Held', isNumber: true, cell: ({ asset, held }) => amountOf(asset, held) },
					]}
				/>
			)}
		</section>
	);
}
