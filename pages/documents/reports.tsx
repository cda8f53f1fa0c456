import { useState } from 'preact/hooks';
import { useTexts } from '../parts/language/texts';
import { Paged } from '../parts/paged';
import { Table } from '../parts/table';
import { Time } from '../parts/values';
import { Action } from '../parts/forms/action';
import type { DocumentPlace } from './place';
import { ReportLink } from './report-link';
import { useAsked, useSession } from './session';
import { texts } from './texts';

export function Reports({ place }: { readonly place: DocumentPlace }) {
	const say = useTexts(texts);
	const { keeper } = useSession();
	const [revocations, setRevocations] = useState(0);
	const revoke = async (reportId: string) => {
		await keeper.call('revokeReport', { ...place, reportId });
		setRevocations((count) => count + 1);
	};
	return (
		<Paged
			what={say('reports')}
			ask={(question, range) =>
				useAsked(`${question} ${revocations}`, (session) =>
					session.keeper.list('listReports', { ...place, ...range }),
				)
			}
			none={say('No report of this document was made yet.')}
		>
			{(reports) => (
				<Table
					caption={say(
						'The oldest first; an address of a report is told once, and another can be made',
					)}
					rows={reports}
					keyOf={({ id }) => id}
					columns={[
						{ name: say('Report'), cell: ({ fileName }) => fileName },
						{ name: say('Made'), cell: ({ creationDate }) => <Time at={creationDate} /> },
						{ name: say('Link'), cell: ({ status }) => say(status) },
						{ name: say('Ends'), cell: ({ expires }) => <Time at={expires} /> },
						{
							name: say('Do'),
							cell: ({ id, status, creationDate }) => {
								if (status !== 'Open') return null;
								const what = say('the report of {time}', { time: creationDate });
								const to = say('to the report of {time}', { time: creationDate });
								return (
									<div class="actions">
										<ReportLink place={place} reportId={id} to={to} />
										<Action name={say('Revoke')} what={what} act={() => revoke(id)} />
									</div>
								);
							},
						},
					]}
				/>
			)}
		</Paged>
	);
}
