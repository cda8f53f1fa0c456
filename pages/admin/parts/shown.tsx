/** How the parts of the page show what many of them have: amounts, times, lists and panels. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { EndpointDescription } from '../../../api/language/description';
import type { Input, Reply } from '../../../api/types';
import { Amount } from '../../parts/amounts';
import { CursorList } from '../../parts/cursor-list';
import type { Query } from '../../parts/loading';
import { WhenLoaded } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { Time } from '../../parts/values';
import { described, useAsked, type Described } from './session';

const assetsMax = 1_000;

/** Decimal places of each asset. */
export function useDecimals(): (asset: string) => number {
	const { loaded } = useAsked('decimals', ({ exchange }) =>
		exchange.call('listAssets', { limit: assetsMax, offset: 0 }),
	);
	const assets = loaded.state === 'loaded' ? loaded.value : [];
	const known = new Map(assets.map(({ asset, decimals }) => [asset, Number(decimals)]));
	return (asset) => known.get(asset) ?? 0;
}

/** Shows an amount with the decimals of its asset, or what stands for none. */
export function useAmounts() {
	const decimalsOf = useDecimals();
	return (asset: string, amount: string | undefined, none = 'none') =>
		amount === undefined ? (
			<span class="soft">{none}</span>
		) : (
			<Amount amount={amount} decimals={decimalsOf(asset)} asset={asset} />
		);
}

interface WhenProps {
	readonly at: number | bigint | undefined;
	/** Stands for no time. */
	readonly none?: string;
}

export function When({ at, none }: WhenProps) {
	return at === undefined ? <span class="soft">{none}</span> : <Time at={Number(at)} />;
}

export function LookAgain({ again }: { readonly again: () => void }) {
	return (
		<button class="second" type="button" onClick={again}>
			Look again
		</button>
	);
}

interface PanelProps<Value> {
	readonly title: string;
	readonly asked: Query<Value>;
	readonly children: (value: Value) => ComponentChildren;
	/** Also where the value cannot be had. */
	readonly below?: ComponentChildren;
}

export function Panel<Value>({ title, asked, children, below }: PanelProps<Value>) {
	const id = useId();
	return (
		<section class="panel" aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			<WhenLoaded asked={asked}>{children}</WhenLoaded>
			{below}
		</section>
	);
}

/** Operations whose list stands on pages. */
type ListName = {
	[O in keyof Described]: Described[O] extends { readonly reply: { readonly next: unknown } }
		? O
		: never;
}[keyof Described];

type RecordOf<O extends ListName> =
	Reply<'exchange', O, Blob> extends readonly (infer One)[] ? One : never;

interface RecordsProps<O extends ListName> {
	readonly of: O;
	readonly filter?: Partial<Input<'exchange', O, Blob>>;
	/** The name of a record; its plural has an s. */
	readonly one: string;
	readonly none: string;
	readonly caption?: string;
	readonly columns: (again: () => void) => readonly Column<RecordOf<O>>[];
	/** The name of the list's beginning. */
	readonly first?: string;
	/** Further buttons. */
	readonly above?: (again: () => void) => ComponentChildren;
}

/** A list as a table, by pages that begin at a record, as its description says. */
export function Records<O extends ListName>(props: RecordsProps<O>) {
	const { of, filter, one, none, caption = 'The newest first', columns, first, above } = props;
	const { fields, reply }: EndpointDescription = described[of];
	const property = reply.kind === 'list' ? reply.next?.property : undefined;
	const isNumber = fields['fromId']?.type === 'integer';
	return (
		<CursorList<RecordOf<O>>
			one={one}
			what={`${one}s`}
			ask={(question, { limit, fromId }) =>
				useAsked(question, ({ exchange }) => {
					const from = fromId !== undefined && isNumber ? Number(fromId) : fromId;
					const range = { ...filter, limit, offset: 0, fromId: from };
					return exchange.list(of, range as unknown as Input<'exchange', O, Blob>);
				})
			}
			none={none}
			{...(first !== undefined && { first })}
			{...(above !== undefined && { above })}
		>
			{(rows, again) => (
				<Table
					caption={caption}
					columns={columns(again)}
					rows={rows}
					keyOf={(row) => String((row as Readonly<Record<string, unknown>>)[property ?? ''])}
				/>
			)}
		</CursorList>
	);
}
