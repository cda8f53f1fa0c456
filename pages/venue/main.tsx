/** The page at `/venue`: the markets of the exchange, and trading. */
import { render } from 'preact';
import { Frame } from '../parts/frame';
import { NoSuchPage } from '../parts/no-such-page';
import { decoded, usePlace } from '../parts/router';
import { SessionGate } from './live/exchange';
import { OrderHistory, TradeHistory } from './history';
import { MarketList } from './market-list';
import { MarketPage } from './market-page';
import { Reserves } from './money/reserves';
import { Statement } from './money/statement';
import { Transfers } from './money/transfers';
import { LanguageProvider } from '../parts/language/language';
import { LanguageChoice } from '../parts/language/language-choice';
import { useTexts } from '../parts/language/texts';
import { texts } from './texts/texts';

const parts = [
	{ to: '/venue', name: 'Markets' },
	{ to: '/venue/orders', name: 'Orders' },
	{ to: '/venue/trades', name: 'Trades' },
	{ to: '/venue/transfers', name: 'Transfers' },
	{ to: '/venue/statement', name: 'Statement' },
	{ to: '/venue/reserves', name: 'Reserves' },
] as const;

function Venue() {
	const say = useTexts(texts);
	const { path } = usePlace();
	const current = parts.findLast(({ to }) => path === to || path.startsWith(`${to}/`))?.to;
	return (
		<Frame
			name={say('Venue')}
			parts={parts.map(({ to, name }) => ({ to, name: say(name) }))}
			current={current}
			isWide
			beside={<LanguageChoice />}
		>
			<Part path={path} />
		</Frame>
	);
}

function Part({ path }: { readonly path: string }) {
	const say = useTexts(texts);
	const [, , part, symbol, rest] = path.split('/');
	if (part === undefined) return <MarketList />;
	if (part === 'markets' && symbol !== undefined && rest === undefined) {
		return <MarketPage key={symbol} symbol={decoded(symbol)} />;
	}
	const own = rest === undefined ? ownPart(part, symbol) : undefined;
	if (own !== undefined) return <SessionGate>{own}</SessionGate>;
	return <NoSuchPage to="/venue" name={say('To the markets')} />;
}

/** The parts that need a key. */
function ownPart(part: string, name: string | undefined) {
	if (part === 'trades') {
		return <TradeHistory symbol={name === undefined ? undefined : decoded(name)} />;
	}
	if (part === 'transfers' && name === 'payouts') return <Transfers kind="payouts" />;
	if (name !== undefined) return undefined;
	if (part === 'orders') return <OrderHistory />;
	if (part === 'transfers') return <Transfers kind="deposits" />;
	if (part === 'statement') return <Statement />;
	return part === 'reserves' ? <Reserves /> : undefined;
}

render(
	<LanguageProvider name="language of the exchange" storage="localStorage">
		<Venue />
	</LanguageProvider>,
	document.body,
);
