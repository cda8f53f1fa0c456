import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { Table } from '../parts/table';
import { Copy, numberText, Time } from '../parts/values';
import type { LogState } from './log';
import { texts, type TextName } from './texts';

type Witness = LogState['witnessing'][number];

const standings: Readonly<Record<Witness['standing'], TextName>> = {
	WAITING: 'Not asked yet',
	COSIGNING: 'Cosigns',
	FAILING: 'Does not cosign',
	AHEAD: 'Has seen more of this log',
	FORKED: 'Has seen another history of this log',
};

export function Witnesses({ witnessing }: Pick<LogState, 'witnessing'>) {
	const say = useTexts(texts);
	return (
		<>
			<h2>{say('Witnesses')}</h2>
			{witnessing.length === 0 ? (
				<p>{say('None is asked to cosign the log: it vouches for itself alone.')}</p>
			) : (
				<Listed witnessing={witnessing} />
			)}
		</>
	);
}

function Listed({ witnessing }: Pick<LogState, 'witnessing'>) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	return (
		<Table
			caption={say('Each cosigns that the log has only grown')}
			columns={[
				{
					name: say('Witness'),
					cell: ({ name, vkey }) => (
						<>
							<code>{name}</code>{' '}
							<Copy text={vkey} what={say('the public key of {name}', { name })} />
						</>
					),
				},
				{
					name: say('How it stands'),
					cell: ({ standing, message: why }) => {
						const state = say(standings[standing]);
						return standing === 'FAILING' ? say('{state}: {why}', { state, why }) : state;
					},
				},
				{
					name: say('Since'),
					cell: ({ since }) => (since === undefined ? '–' : <Time at={since} />),
				},
				{
					name: say('Entries cosigned'),
					isNumber: true,
					cell: ({ treeSize }) => numberText(treeSize, locale),
				},
			]}
			rows={witnessing}
			keyOf={({ vkey }) => vkey}
		/>
	);
}
