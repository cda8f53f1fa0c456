/** The contracts of a sealer: what waits, what is done, what ended. */
import { useState } from 'preact/hooks';
import type { Model } from '../../../api/types';
import { SelectField } from '../../parts/forms/fields';
import { SearchForm } from '../../parts/forms/search-form';
import { Heading } from '../../parts/frame';
import { useTexts } from '../../parts/language/texts';
import { Paged } from '../../parts/paged';
import { lineOf } from '../../parts/person-text';
import { go, Link, usePlace } from '../../parts/router';
import { useSignedIn } from '../../parts/session/signed-in';
import { Empty, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/values';
import { stateOf, type Contract } from './contract-words';
import { useAsked } from '../access/session';
import { texts } from './texts';

const lists = {
	mine: 'Waiting for me',
	open: 'Waiting for others',
	done: 'Done',
	ended: 'Ended',
} as const;

type List = keyof typeof lists;

const states = { open: 'Open', done: 'Done', ended: 'Ended' } as const;

export function ContractList() {
	const say = useTexts(texts);
	const asked = useAsked('products', ({ platform }) =>
		platform.call('listProducts', { limit: 1000 }),
	);
	return (
		<>
			<Heading>{say('Contracts')}</Heading>
			<WhenLoaded asked={asked}>
				{(products) => {
					const sealers = products.filter(({ product }) => product === 'Sealer');
					if (sealers.length === 0) return <Empty>{say('Your organisation has no sealer.')}</Empty>;
					return <OfSealers sealers={sealers} />;
				}}
			</WhenLoaded>
		</>
	);
}

function OfSealers({ sealers }: { readonly sealers: readonly Model<'Product'>[] }) {
	const say = useTexts(texts);
	const { query } = usePlace();
	const isSender = useSignedIn()?.user?.roles.includes('SealerAdmin') === true;
	const [productId, setProduct] = useState(sealers[0]?.id ?? '');
	const wanted = query.get('list') ?? (isSender ? 'open' : 'mine');
	const list: List = wanted in lists ? (wanted as List) : 'mine';
	const shown = (Object.keys(lists) as List[]).filter((one) => isSender || one === 'mine');
	return (
		<>
			{sealers.length > 1 && (
				<SelectField
					label="Sealer"
					value={productId}
					onChange={setProduct}
					options={sealers.map(({ id, name }) => [id, lineOf(name)] as const)}
				/>
			)}
			{isSender && (
				<p>
					<button type="button" onClick={() => go(`/console/contracts/${productId}/new`)}>
						{say('Send a contract')}
					</button>
				</p>
			)}
			<nav class="tabs" aria-label={say('Lists of contracts')}>
				{shown.map((one) => (
					<Link key={one} to={`/console/contracts?list=${one}`} isCurrent={one === list}>
						{say(lists[one])}
					</Link>
				))}
			</nav>
			<SearchForm key={list} label={say('A name, or the e-mail address of a signer')} />
			<Listed key={`${productId} ${list}`} productId={productId} list={list} />
		</>
	);
}

interface ListedProps {
	readonly productId: string;
	readonly list: List;
}

function Listed({ productId, list }: ListedProps) {
	const say = useTexts(texts);
	const search = usePlace().query.get('search') ?? undefined;
	return (
		<Paged<Contract>
			what={say('contracts')}
			ask={(question, range) =>
				useAsked(`${productId} ${list} ${question}`, ({ sealer }) => {
					const asked = { productId, newestFirst: true, search, ...range } as const;
					return list === 'mine'
						? sealer.list('listOwnContracts', { ...asked, state: 'Asked' })
						: sealer.list('listContracts', { ...asked, state: states[list] });
				})
			}
			none={
				search !== undefined
					? say('None has “{text}” in its name or in the address of a signer.', {
							text: lineOf(search),
						})
					: list === 'mine'
						? say('No contract waits for you.')
						: say('There is none.')
			}
		>
			{(contracts) => (
				<Table
					caption={say('The newest first')}
					rows={contracts}
					keyOf={({ id }) => id}
					columns={[
						{
							name: say('Contract'),
							cell: ({ id, displayName }) => (
								<Link to={`/console/contracts/${productId}/${id}`}>
									<bdi>{lineOf(displayName)}</bdi>
								</Link>
							),
						},
						{
							name: say('Who signs'),
							cell: ({ signerEmails }) => <bdi>{signerEmails.map(lineOf).join(', ')}</bdi>,
						},
						{ name: say('State'), cell: (contract) => say(stateOf(contract)) },
						{ name: say('Sent'), cell: ({ creationDate }) => <Time at={creationDate} /> },
					]}
				/>
			)}
		</Paged>
	);
}
