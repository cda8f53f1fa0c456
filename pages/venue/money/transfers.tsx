/**
 * Deposits from the tracker and payouts to it. A request keeps its client id until its outcome is
 * known, so that a retry moves the money once.
 */
import type { Model } from '../../../api/types';
import { useState } from 'preact/hooks';
import { Amount } from '../../parts/amounts';
import { SelectField, TextField } from '../../parts/forms/fields';
import { Heading } from '../../parts/frame';
import { errorOf, type Query } from '../../parts/loading';
import { isOutcomeUnknown, newClientId } from '../../parts/forms/own-id';
import { Link } from '../../parts/router';
import { endsSession } from '../../parts/session/session';
import { Failure, Notice, WhenLoaded } from '../../parts/states';
import { transferWords } from '../../parts/transfer-words';
import { AllowDeposits, isDepositKeyEnded, toldOf, useDeposits } from './allow-deposits';
import { Balances, useDecimals } from './balances';
import { useAsked, useSession } from '../live/exchange';
import { TrackerBalances } from './tracker-balances';
import { TransferList } from './transfer-list';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

type Kind = 'deposits' | 'payouts';
type Transfer = Model<'Deposit'> | Model<'Payout'>;

export function Transfers({ kind }: { readonly kind: Kind }) {
	const say = useTexts(texts);
	const [round, setRound] = useState(0);
	const deposits = useDeposits();
	const told = toldOf(deposits);
	const done = () => setRound((before) => before + 1);
	return (
		<>
			<Heading>{say('Transfers')}</Heading>
			<AllowDeposits told={told} />
			<div class="two">
				<TransferForm
					kind="deposits"
					needsNoKey={told?.allowsDeposits}
					onDone={done}
					onKeyEnded={deposits.again}
				/>
				<TransferForm kind="payouts" onDone={done} onKeyEnded={deposits.again} />
			</div>
			<div class="two">
				<Balances change={round} />
				<TrackerBalances round={round} deposits={deposits} />
			</div>
			<PayoutMode />
			<nav class="tabs" aria-label={say('Kinds of transfers')}>
				<Link to="/venue/transfers" isCurrent={kind === 'deposits'}>
					{say('Deposits')}
				</Link>
				<Link to="/venue/transfers/payouts" isCurrent={kind === 'payouts'}>
					{say('Withdrawals')}
				</Link>
			</nav>
			<TransferList key={`${kind} ${round}`} kind={kind} none={say(formWords[kind].none)} />
		</>
	);
}

const formWords = {
	deposits: { title: 'Deposit', verb: 'Pull it in', none: 'You have deposited nothing yet.' },
	payouts: { title: 'Withdraw', verb: 'Pay it out', none: 'Nothing was paid out yet.' },
} as const;

interface FormProps {
	readonly kind: Kind;
	/** They are allowed by signing in. */
	readonly needsNoKey?: boolean | undefined;
	readonly onDone: () => void;
	/** The key that was allowed works no more. */
	readonly onKeyEnded: () => void;
}

interface Typed {
	readonly asset: string;
	readonly amount: string;
	readonly trackerKey: string;
}

/** Sends a transfer; keeps the client id while the outcome is unknown. */
function useTransfer({ kind, onDone, onKeyEnded }: FormProps) {
	const { trader, end } = useSession();
	const [clientId, setClientId] = useState(newClientId);
	const [isSending, setSending] = useState(false);
	const [outcome, setOutcome] = useState<Transfer | Error>();
	const ask = ({ asset, amount, trackerKey }: Typed): Promise<Transfer> =>
		kind === 'deposits'
			? trader.call('deposit', {
					asset,
					amount,
					clientDepositId: clientId,
					...(trackerKey !== '' && { 'x-tracker-key': trackerKey }),
				})
			: trader.call('payout', {
					asset,
					clientPayoutId: clientId,
					...(amount !== '' && { amount }),
				});
	const send = async (asked: Typed) => {
		setSending(true);
		setOutcome(undefined);
		try {
			setOutcome(await ask(asked));
			setClientId(newClientId());
			onDone();
		} catch (fault) {
			if (endsSession(fault)) return end(fault);
			if (isDepositKeyEnded(fault)) onKeyEnded();
			if (!isOutcomeUnknown(fault)) setClientId(newClientId());
			setOutcome(errorOf(fault));
		} finally {
			setSending(false);
		}
	};
	/** A changed transfer gets a new client id. */
	const forget = () => {
		if (outcome instanceof Error) setClientId(newClientId());
		setOutcome(undefined);
	};
	return { send, outcome, isSending, forget };
}

function TransferForm(props: FormProps) {
	const say = useTexts(texts);
	const { kind, needsNoKey = false } = props;
	const account = useAsked('assets', (session) => session.trader.call('account', {}));
	const { send, outcome, isSending, forget } = useTransfer(props);
	const [typed, setTyped] = useState<Typed>({ asset: '', amount: '', trackerKey: '' });
	const change = (changed: Partial<Typed>) => {
		setTyped({ ...typed, ...changed });
		forget();
	};
	const asset = typed.asset.trim();
	const amount = typed.amount.trim();
	const words = formWords[kind];
	const isComplete = asset !== '' && (kind === 'payouts' || amount !== '');
	return (
		<form
			class="panel"
			aria-label={say(words.title)}
			onSubmit={(event) => {
				event.preventDefault();
				if (isComplete) void send({ ...typed, asset, amount });
			}}
		>
			<h2>{say(words.title)}</h2>
			<AssetField
				asked={account}
				value={typed.asset}
				onChange={(code) => change({ asset: code })}
			/>
			<TextField
				label={say('Amount')}
				help={
					kind === 'deposits'
						? say('Pulled from your account at the tracker.')
						: say('All that is available when left empty.')
				}
				value={typed.amount}
				onChange={(text) => change({ amount: text })}
				isNumber
			/>
			{kind === 'deposits' && !needsNoKey && (
				<TextField
					label={say('Key at the tracker')}
					help={say(
						'Where it is another than here. It goes with this request and is kept nowhere.',
					)}
					type="password"
					value={typed.trackerKey}
					onChange={(trackerKey) => change({ trackerKey })}
				/>
			)}
			<button type="submit" disabled={!isComplete || isSending}>
				{isSending ? say('On its way…') : say(words.verb)}
			</button>
			<TransferOutcome outcome={outcome} />
		</form>
	);
}

interface AssetFieldProps {
	readonly asked: Query<Model<'Account'>>;
	readonly value: string;
	readonly onChange: (code: string) => void;
}

/**
 * A choice of the account's assets; a text field only if there are none, so that the field does not
 * change while somebody types.
 */
function AssetField({ asked: { loaded }, value, onChange }: AssetFieldProps) {
	const say = useTexts(texts);
	const known = loaded.state === 'loaded' ? loaded.value.balances : [];
	if (loaded.state !== 'loading' && known.length === 0) {
		return (
			<TextField
				label={say('Asset')}
				help={say('Its code, such as EUR')}
				value={value}
				onChange={onChange}
			/>
		);
	}
	const first = loaded.state === 'loading' ? say('Loading…') : say('Choose one');
	const options = [['', first], ...known.map(({ asset }) => [asset, asset] as const)] as const;
	return <SelectField label={say('Asset')} value={value} onChange={onChange} options={options} />;
}

interface OutcomeProps {
	readonly outcome: Transfer | Error | undefined;
}

function TransferOutcome({ outcome }: OutcomeProps) {
	const say = useTexts(texts);
	const decimalsOf = useDecimals();
	if (outcome === undefined) return null;
	if (outcome instanceof Error) {
		if (!isOutcomeUnknown(outcome)) return <Failure fault={outcome} />;
		return (
			<Notice kind="bad" title={say('It is not known whether it was accepted.')}>
				<p>{say('Press the button again: it is the same transfer then, and is made once.')}</p>
			</Notice>
		);
	}
	const { asset, amount, status } = outcome;
	return (
		<Notice kind={status === 'SETTLED' ? 'good' : 'warn'} title={say(transferWords[status])}>
			<p>
				<Amount amount={amount} decimals={decimalsOf(asset)} asset={asset} />
			</p>
		</Notice>
	);
}

function PayoutMode() {
	const say = useTexts(texts);
	const { trader, end } = useSession();
	const asked = useAsked('mode', (session) => session.trader.call('account', {}));
	const [fault, setFault] = useState<Error>();
	const choose = (payouts: Model<'Account'>['payouts']) => {
		setFault(undefined);
		trader
			.call('setPayouts', { payouts })
			.then(asked.again, (why: unknown) => (endsSession(why) ? end(why) : setFault(errorOf(why))));
	};
	return (
		<section class="panel" aria-labelledby="mode-title">
			<h2 id="mode-title">{say('What trading brings')}</h2>
			{fault !== undefined && <Failure fault={fault} />}
			<WhenLoaded asked={asked}>
				{({ payouts }) => (
					<SelectField
						label={say('Proceeds and released funds')}
						value={payouts}
						onChange={choose}
						options={[
							['AUTOMATIC', say('are paid out with every settlement window')],
							['ON_DEMAND', say('stay here until I withdraw them')],
						]}
					/>
				)}
			</WhenLoaded>
		</section>
	);
}
