/** The preview of an order: what would happen to it now, by a test at the exchange. */
import type { Model } from '../../../api/types';
import { useEffect, useState } from 'preact/hooks';
import { Amount, useAmountText } from '../../parts/amounts';
import { decimalsOf } from '../../parts/decimal';
import { errorOf } from '../../parts/loading';
import { Notice } from '../../parts/states';
import { endsSession } from '../../parts/session/session';
import { useSession } from '../live/exchange';
import type { OrderTerms } from './order-draft';
import { ToldText } from '../../parts/told';
import { useTexts } from '../../parts/language/texts';
import { texts, type TextName } from '../texts/texts';

type OrderTest = Model<'OrderTest'>;

export interface PreviewResult {
	/** Identifies the tested order, to ignore outdated answers. */
	readonly question: string;
	readonly test?: OrderTest;
	readonly fault?: Error;
}

const restMs = 300;

/** Tests the order after a pause in typing; undefined until the answer comes. */
export function useOrderPreview(
	symbol: string,
	terms: OrderTerms | undefined,
): PreviewResult | undefined {
	const { trader, end } = useSession();
	const [preview, setPreview] = useState<PreviewResult>();
	const question = terms === undefined ? '' : JSON.stringify({ symbol, ...terms });
	useEffect(() => {
		if (terms === undefined) return undefined;
		let isWanted = true;
		const tell = (outcome: Omit<PreviewResult, 'question'>) => {
			if (isWanted) setPreview({ question, ...outcome });
		};
		const timer = setTimeout(() => {
			trader.call('testOrder', { symbol, ...terms, newOrderRespType: 'RESULT' }).then(
				(test) => tell({ test }),
				(fault: unknown) => {
					if (endsSession(fault)) return end(fault);
					tell({ fault: errorOf(fault) });
				},
			);
		}, restMs);
		return () => {
			isWanted = false;
			clearTimeout(timer);
		};
	}, [question]);
	return preview?.question === question ? preview : undefined;
}

interface OrderPreviewProps {
	readonly preview: PreviewResult | undefined;
	readonly isComplete: boolean;
	readonly market: Model<'Market'>;
	/** A stop order, which waits for its price. */
	readonly isStop?: boolean;
}

export function OrderPreview(props: OrderPreviewProps) {
	const say = useTexts(texts);
	const amountText = useAmountText();
	const { preview, isComplete, market, isStop = false } = props;
	return (
		<div class="order-preview" aria-live="polite">
			{!isComplete && <p class="soft">{say('Fill the order in to see what would come of it.')}</p>}
			{isComplete && preview === undefined && (
				<p class="soft">{say('Working out what would come of it…')}</p>
			)}
			{preview?.fault !== undefined && (
				<Notice kind="warn" title={say('It would be refused now.')}>
					<p>
						<ToldText fault={preview.fault} />
					</p>
				</Notice>
			)}
			{preview?.test?.pulled !== undefined && (
				<Notice
					kind="plain"
					title={say('Missing funds are pulled from the tracker first: {amount} {asset}.', {
						amount: amountText(preview.test.pulled, 0),
						asset: preview.test.asset,
					})}
				/>
			)}
			{preview?.test !== undefined && (
				<Figures market={market} isStop={isStop} test={preview.test} />
			)}
		</div>
	);
}

const ends: Readonly<Record<NonNullable<OrderTest['outcome']>['status'], TextName>> = {
	NEW: 'It would rest in the book.',
	PARTIALLY_FILLED: 'It would trade in part, and the rest would stay in the book.',
	FILLED: 'It would trade at once, all of it.',
	EXPIRED: 'It would end without resting.',
	EXPIRED_IN_MATCH: 'It would end because it would trade with your own order.',
};

interface FiguresProps {
	readonly test: OrderTest;
	readonly market: Model<'Market'>;
	readonly isStop: boolean;
}

function Figures({ test, market, isStop }: FiguresProps) {
	const say = useTexts(texts);
	const { outcome, hold, asset } = test;
	const { baseAsset, quoteAsset, stepSize, tickSize } = market;
	const quoteDecimals = Number(market.quoteAssetPrecision);
	const decimals = asset === baseAsset ? Number(market.baseAssetPrecision) : quoteDecimals;
	const waits =
		isStop && outcome?.status === 'NEW' ? say('It would wait for its stop price.') : undefined;
	return (
		<dl class="facts">
			<dt>{say('Outcome')}</dt>
			<dd>
				{outcome === undefined
					? say('Placed before; nothing would be done.')
					: (waits ?? say(ends[outcome.status]))}
			</dd>
			{outcome !== undefined && Number(outcome.executedQty) > 0 && (
				<>
					<dt>{say('Trades now')}</dt>
					<dd>
						{say.filled('{amount} at {price}', {
							amount: (
								<Amount
									amount={outcome.executedQty}
									decimals={decimalsOf(stepSize)}
									asset={baseAsset}
								/>
							),
							price: (
								<Amount
									amount={outcome.avgPrice}
									decimals={decimalsOf(tickSize)}
									asset={quoteAsset}
								/>
							),
						})}
					</dd>
					<dt>{say('Commission')}</dt>
					<dd>
						<Amount
							amount={outcome.commission}
							decimals={quoteDecimals}
							asset={outcome.commissionAsset}
						/>
					</dd>
					<dt>{say('In all')}</dt>
					<dd>
						<Amount amount={outcome.totalQuoteQty} decimals={quoteDecimals} asset={quoteAsset} />
					</dd>
				</>
			)}
			{outcome !== undefined && Number(outcome.leavesQty) > 0 && (
				<>
					<dt>{say('Rests or waits')}</dt>
					<dd>
						<Amount amount={outcome.leavesQty} decimals={decimalsOf(stepSize)} asset={baseAsset} />
					</dd>
				</>
			)}
			<dt>{say('Holds')}</dt>
			<dd>
				<Amount amount={hold} decimals={decimals} asset={asset} />
			</dd>
		</dl>
	);
}
