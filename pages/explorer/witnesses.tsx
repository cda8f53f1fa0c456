import { Table, type Column } from '../parts/table';
import { Copy, numberText, Time } from '../parts/values';
import type { LogState } from './log';

type Witness = LogState['witnessing'][number];

const standings: Readonly<Record<Witness['standing'], string>> = {
	WAITING: 'Not asked yet',
	COSIGNING: 'Cosigns',
	FAILING: 'Does not cosign',
	AHEAD: 'Has seen more of this log',
	FORKED: 'Has seen another history of this log',
};

const columns: readonly Column<Witness>[] = [
	{
		name: 'Witness',
		cell: ({ name, vkey }) => (
			<>
				<code>{name}</code> <Copy text={vkey} what={`the public key of ${name}`} />
			</>
		),
	},
	{
		name: 'How it stands',
		cell: ({ standing, message }) =>
			standing === 'FAILING' ? `${standings[standing]}: ${message}` : standings[standing],
	},
	{ name: 'Since', cell: ({ since }) => (since === undefined ? '–' : <Time at={since} />) },
	{
		name: 'Entries cosigned',
		isNumber: true,
		cell: ({ treeSize }) => numberText(treeSize),
	},
];

export function Witnesses({ witnessing }: Pick<LogState, 'witnessing'>) {
	return (
		<>
			<h2>Witnesses</h2>
			{witnessing.length === 0 ? (
				<p>None is asked to cosign the log: it vouches for itself alone.</p>
			) : (
				<Table
					caption="Each cosigns that the log has only grown"
					columns={columns}
					rows={witnessing}
					keyOf={({ vkey }) => vkey}
				/>
			)}
		</>
	);
}
