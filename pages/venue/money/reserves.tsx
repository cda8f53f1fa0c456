/**
 * Verifies in the browser that the exchange's liabilities include this account: the proof must lead
 * to the published root, and reserves must cover liabilities.
 */
import { readReservesProof, verifyReserves, type ReservesProof } from '../../../proof/reserves';
import { Amount } from '../../parts/amounts';
import { decimalText } from '../../parts/decimal';
import { Heading } from '../../parts/frame';
import { Empty, Notice, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Hash, numberText, Time } from '../../parts/values';
import { CallFault } from '../../parts/client';
import { useAsked, type Session } from '../live/exchange';
import { useLanguage } from '../../parts/language/language';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

type Checked =
	| { readonly kind: 'none' }
	| { readonly kind: 'broken'; readonly reason: string }
	| { readonly kind: 'held'; readonly given: ReservesProof };

export async function checkReserves({ trader }: Pick<Session, 'trader'>): Promise<Checked> {
	const answers = await Promise.all([
		trader.call('ownReserves', {}),
		trader.call('reserves', {}),
	]).catch((fault: unknown) => {
		if (fault instanceof CallFault && fault.code === 'Exchange_ReservesNotFound') return undefined;
		throw fault;
	});
	if (answers === undefined) return { kind: 'none' };
	const [own, shown] = answers;
	const verification = await verifyReserves(own);
	if (!verification.valid) return { kind: 'broken', reason: verification.reason };
	const given = readReservesProof(own);
	if (typeof given === 'string') return { kind: 'broken', reason: given };
	if (given.published.root !== shown.root) {
		return { kind: 'broken', reason: 'it is of another publication than everybody is shown' };
	}
	return { kind: 'held', given };
}

export function Reserves() {
	const say = useTexts(texts);
	const asked = useAsked('reserves', checkReserves);
	return (
		<>
			<Heading>{say('Proof of reserves')}</Heading>
			<p>
				{say(
					'The exchange publishes what it owes and what it holds. Here your browser works out that what is owed to you was counted in.',
				)}
			</p>
			<WhenLoaded asked={asked}>
				{(checked) => {
					switch (checked.kind) {
						case 'none':
							return <Empty>{say('Nothing that counts you in was published yet.')}</Empty>;
						case 'broken':
							return (
								<Notice kind="bad" title={say('The proof does not hold.')}>
									<p>{say('Why: {why}', { why: `${checked.reason}.` })}</p>
								</Notice>
							);
						case 'held':
							return <Held given={checked.given} />;
					}
				}}
			</WhenLoaded>
		</>
	);
}

function Held({ given }: { readonly given: ReservesProof }) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const { published, proof } = given;
	const isCovered = published.assets.every(
		({ reserves, liabilities }) => BigInt(reserves) >= BigInt(liabilities),
	);
	const amount = (text: string, decimals: number, asset: string) => (
		<Amount amount={decimalText(BigInt(text), decimals)} decimals={decimals} asset={asset} />
	);
	return (
		<>
			<Notice kind="good" title={say('You were counted in.')}>
				<p>{say('The proof leads from your amounts to the root that everybody is shown.')}</p>
			</Notice>
			{!isCovered && (
				<Notice kind="bad" title={say('Of an asset the exchange holds less than it owes.')} />
			)}
			<dl class="facts">
				<dt>{say('Published')}</dt>
				<dd>
					<Time at={published.time} />
				</dd>
				<dt>{say('Accounts')}</dt>
				<dd>{numberText(published.treeSize, locale)}</dd>
				<dt>{say('Root')}</dt>
				<dd>
					<Hash text={published.root} what={say('the root')} />
				</dd>
			</dl>
			<Table
				caption={say('What was counted')}
				rows={published.assets.map((asset, at) => ({ ...asset, own: proof.amounts[at] ?? '0' }))}
				keyOf={({ asset }) => asset}
				columns={[
					{ name: say('Asset'), cell: ({ asset }) => asset },
					{
						name: say('Owed to you'),
						isNumber: true,
						cell: ({ asset, decimals, own }) => amount(own, decimals, asset),
					},
					{
						name: say('Owed to all'),
						isNumber: true,
						cell: ({ asset, decimals, liabilities }) => amount(liabilities, decimals, asset),
					},
					{
						name: say('Held at the tracker'),
						isNumber: true,
						cell: ({ asset, decimals, reserves }) => amount(reserves, decimals, asset),
					},
				]}
			/>
		</>
	);
}
