/** What has a text in its name, in every area that the reader sees. */
import type { Model } from '../../api/types';
import { SearchForm } from '../parts/forms/search-form';
import { Heading } from '../parts/frame';
import { useTexts } from '../parts/language/texts';
import { lineOf } from '../parts/person-text';
import { usePlace } from '../parts/router';
import { useSignedIn } from '../parts/session/signed-in';
import { Empty, WhenLoaded } from '../parts/states';
import { useAsked, type Session } from './access/session';
import { texts as contractTexts } from './contracts/texts';
import { texts } from './texts';

interface Found {
	readonly name: string;
	readonly to: string;
}

interface Group {
	readonly heading: AreaName;
	readonly found: readonly Found[];
}

/** Of each product; a longer text finds the rest. */
const foundMax = 10;

type Products = readonly Model<'Product'>[];
type Search = (session: Session, search: string, products: Products) => Promise<readonly Found[]>;

/** Searches each product of a kind by itself. */
function inProducts(
	kind: Model<'Product'>['product'],
	ask: (session: Session, input: SearchInput) => Promise<readonly Found[]>,
): Search {
	return async (session, search, products) => {
		const ids = products.filter(({ product }) => product === kind).map(({ id }) => id);
		const each = ids.map((productId) => ask(session, { productId, search, limit: foundMax }));
		return (await Promise.all(each)).flat();
	};
}

interface SearchInput {
	readonly productId: string;
	readonly search: string;
	readonly limit: number;
}

const contracts = (operation: 'listContracts' | 'listOwnContracts') =>
	inProducts('Sealer', async ({ sealer }, input) =>
		(await sealer.call(operation, { ...input, newestFirst: true })).map(({ id, displayName }) => ({
			name: displayName,
			to: `/console/contracts/${input.productId}/${id}`,
		})),
	);

type AreaName = 'Contracts' | 'Contracts with you' | 'Documents' | 'Assets' | 'Files';

/** What each area finds, and the roles it needs. */
const areas: readonly (readonly [heading: AreaName, roles: readonly string[], search: Search])[] = [
	['Contracts', ['SealerAdmin'], contracts('listContracts')],
	['Contracts with you', ['SealerAdmin', 'SealerUser'], contracts('listOwnContracts')],
	[
		'Documents',
		['KeeperAdmin'],
		inProducts('Keeper', async ({ keeper }, input) =>
			(await keeper.call('listFiles', input)).map(({ id, displayName }) => ({
				name: displayName,
				to: `/documents/${input.productId}/files/${id}`,
			})),
		),
	],
	[
		'Assets',
		['TrackerAdmin'],
		inProducts('Tracker', async ({ tracker }, input) =>
			(await tracker.call('listAssets', input)).map(({ id, name }) => ({
				name,
				to: `/assets/${input.productId}/${id}`,
			})),
		),
	],
	[
		'Files',
		['StorageRead', 'StorageWrite'],
		async ({ storage }, search) =>
			(await storage.call('listFiles', { search, limit: foundMax, newestFirst: true })).map(
				({ id, fileName }) => ({
					name: fileName,
					to: `/console/storage/${encodeURIComponent(id)}`,
				}),
			),
	],
];

const ofSearch = { ...texts, ...contractTexts };

export function Search() {
	const say = useTexts(ofSearch);
	const text = usePlace().query.get('q')?.trim() ?? '';
	return (
		<>
			<Heading>{say('Search')}</Heading>
			<SearchForm key={text} label={say('A name, or the e-mail address of a signer')} name="q" />
			{text !== '' && <Results text={text} />}
		</>
	);
}

function Results({ text }: { readonly text: string }) {
	const say = useTexts(ofSearch);
	const roles = useSignedIn()?.user?.roles ?? [];
	const asked = useAsked(`search ${roles.join()} ${text}`, async (session) => {
		const products = await session.platform.call('listProducts', { limit: 1000 });
		const seen = areas.filter(([, wanted]) => wanted.some((role) => roles.includes(role as never)));
		return Promise.all(
			seen.map(async ([heading, , search]): Promise<Group> => {
				return { heading, found: await search(session, text.slice(0, 200), products) };
			}),
		);
	});
	return (
		<WhenLoaded asked={asked}>
			{(groups) => {
				const shown = groups.filter(({ found }) => found.length > 0);
				if (shown.length === 0)
					return <Empty>{say('Nothing has “{text}” in its name.', { text: lineOf(text) })}</Empty>;
				return shown.map(({ heading, found }) => (
					<section key={heading} aria-label={say(heading)}>
						<h2>{say(heading)}</h2>
						<ul class="plain">
							{found.map(({ name, to }) => (
								<li key={to}>
									<a href={to}>
										<bdi>{lineOf(name)}</bdi>
									</a>
								</li>
							))}
						</ul>
					</section>
				));
			}}
		</WhenLoaded>
	);
}
