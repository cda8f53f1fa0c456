/** Decimal places of each asset. */
import { useAsked } from './session';

const assetsMax = 1_000;

export function useDecimals(): (asset: string) => number {
	const { loaded } = useAsked('decimals', ({ exchange }) =>
		exchange.call('listAssets', { limit: assetsMax, offset: 0 }),
	);
	const assets = loaded.state === 'loaded' ? loaded.value : [];
	const known = new Map(assets.map(({ asset, decimals }) => [asset, Number(decimals)]));
	return (asset) => known.get(asset) ?? 0;
}
