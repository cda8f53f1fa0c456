/** The page at `/assets`: holders, batches and movements of an asset. */
import { render } from 'preact';
import { ConsoleFrame } from '../parts/session/console-frame';
import { NoSuchPage } from '../parts/no-such-page';
import { usePlace } from '../parts/router';
import { AssetPage, type AssetPart } from './asset-page';
import { BatchPage } from './batch-page';
import { AssetList, Products } from './choosing';
import { SessionGate } from './session';

function Assets() {
	const { path } = usePlace();
	const [, , productId] = path.split('/');
	const parts = [
		{ to: '/assets', name: 'Trackers' },
		...(productId === undefined ? [] : [{ to: `/assets/${productId}`, name: 'Assets' }]),
	];
	return (
		<ConsoleFrame name="Assets" parts={parts} current={path}>
			<SessionGate>
				<Part path={path} />
			</SessionGate>
		</ConsoleFrame>
	);
}

function Part({ path }: { readonly path: string }) {
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
	return <NoSuchPage to="/assets" name="To the trackers" />;
}

function isPart(text: string): text is AssetPart {
	return ['holders', 'batches', 'movements'].includes(text);
}

render(<Assets />, document.body);
