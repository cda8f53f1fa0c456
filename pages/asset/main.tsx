/** The page at `/assets`: holders, batches and movements of an asset. */
import { render } from 'preact';
import { ConsoleFrame } from '../parts/session/console-frame';
import { LanguageProvider } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { NoSuchPage } from '../parts/no-such-page';
import { usePlace } from '../parts/router';
import { AssetPage, type AssetPart } from './asset-page';
import { BatchPage } from './batch-page';
import { AssetList, Products } from './choosing';
import { SessionGate } from './session';
import { texts } from './texts';

function Assets() {
	const { path } = usePlace();
	const say = useTexts(texts);
	const [, , productId] = path.split('/');
	const parts = [
		{ to: '/assets', name: say('Trackers') },
		...(productId === undefined ? [] : [{ to: `/assets/${productId}`, name: say('Assets') }]),
	];
	return (
		<ConsoleFrame name={say('Assets')} parts={parts} current={path}>
			<SessionGate>
				<Part path={path} />
			</SessionGate>
		</ConsoleFrame>
	);
}

function Part({ path }: { readonly path: string }) {
	const say = useTexts(texts);
	const [, , productId, assetId, part = 'holders', batchId, rest] = path.split('/');
	if (rest === undefined) {
		if (productId === undefined) return <Products />;
		if (assetId === undefined) return <AssetList productId={productId} />;
		const place = { productId, assetId };
		if (part === 'batches' && batchId !== undefined) {
			return <BatchPage place={place} batchId={batchId} />;
		}
		if (isPart(part) && batchId === undefined) return <AssetPage place={place} part={part} />;
	}
	return <NoSuchPage to="/assets" name={say('To the trackers')} />;
}

function isPart(text: string): text is AssetPart {
	return ['holders', 'batches', 'movements'].includes(text);
}

render(
	<LanguageProvider name="language of the console" storage="localStorage">
		<Assets />
	</LanguageProvider>,
	document.body,
);
