/** The contracts of a sealer: what waits, what is done, what ended. */
import { useState } from 'preact/hooks';
import type { Model } from '../../../api/types';
import { SelectField } from '../../parts/forms/fields';
import { SearchForm } from '../../parts/forms/search-form';
import { Heading } from '../../parts/frame';
import { Paged } from '../../parts/paged';
import { lineOf } from '../../parts/person-text';
import { go, Link, usePlace } from '../../parts/router';
import { useSignedIn } from '../../parts/session/signed-in';
import { Empty, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/values';
import { stateOf, type Contract } from './contract-words';
import { useAsked } from '../access/session';

const lists = {
	mine: 'Waiting for me',
	open: 'Waiting for others',
	done: 'Done',
	ended: 'Ended',
} as const;

type List = keyof typeof lists;

const states = { open: 'Open', done: 'Done', ended: 'Ended' } as const;

export function ContractList() {
	const asked = useAsked('products', ({ platform }) =>
		platform.call('listProducts', { limit: 1000 }),
	);
	return (
		<>
			<Heading>Contracts</Heading>
			<WhenLoaded asked={asked}>
				{(products) => {
					const sealers = products.filter(({ product }) => product === 'Sealer');
					if (sealers.length === 0) return <Empty>Your organisation has no sealer.</Empty>;
					return <OfSealers sealers={sealers} />;
				}}
			</WhenLoaded>
		</>
	);
}

function OfSealers({ sealers }: { readonly sealers: readonly Model<'Product'>[] }) {
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
						Send a contract
					</button>
				</p>
			)}
			<nav class="tabs" aria-label="Lists of contracts">
				{shown.map((one) => (
					<Link key={one} to={`/console/contracts?list=${one}`} isCurrent={one === list}>
						{lists[one]}
					</Link>
				))}
			</nav>
			<SearchForm key={list} label="A name, or a signer's e-mail address" />
			<Listed key={`${productId} ${list}`} productId={productId} list={list} />
		</>
	);
}

interface ListedProps {
	readonly productId: string;
	readonly list: List;
}

function Listed({ productId, list }: ListedProps) {
	const search = usePlace().query.get('search') ?? undefined;
	return (
		<Paged<Contract>
			what="contracts"
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
					? `None has “${lineOf(search)}” in its name or in the address of a signer.`
					: list === 'mine'
						? 'No contract waits for you.'
						: 'There is none.'
			}
		>
			{(contracts) => (
				<Table
					caption="The newest first"
					rows={contracts}
					keyOf={({ id }) => id}
					columns={[
						{
							name: 'Contract',
							cell: ({ id, displayName }) => (
								<Link to={`/console/contracts/${productId}/${id}`}>
									<bdi>{lineOf(displayName)}</bdi>
								</Link>
							),
						},
						{
							name: 'Who signs',
							cell: ({ signerEmails }) => <bdi>{signerEmails.map(lineOf).join(', ')}</bdi>,
						},
						{ name: 'State', cell: stateOf },
						{ name: 'Sent', cell: ({ creationDate }) => <Time at={creationDate} /> },
					]}
				/>
			)}
		</Paged>
	);
}
