import { useState } from 'preact/hooks';
import { Paged } from '../parts/paged';
import { Table } from '../parts/table';
import { Time } from '../parts/values';
import { Action } from '../parts/forms/action';
import type { DocumentPlace } from './place';
import { ReportLink } from './report-link';
import { useAsked, useSession } from './session';

export function Reports({ place }: { readonly place: DocumentPlace }) {
	const { keeper } = useSession();
	const [revocations, setRevocations] = useState(0);
	const revoke = async (reportId: string) => {
		await keeper.call('revokeReport', { ...place, reportId });
		setRevocations((count) => count + 1);
	};
	return (
		<Paged
			what="reports"
			ask={(question, range) =>
				useAsked(`${question} ${revocations}`, (session) =>
					session.keeper.list('listReports', { ...place, ...range }),
				)
			}
			none="No report of this document was made yet."
		>
			{(reports) => (
				<Table
					caption="The oldest first; an address of a report is told once, and another can be made"
					rows={reports}
					keyOf={({ id }) => id}
					columns={[
						{ name: 'Report', cell: ({ fileName }) => fileName },
						{ name: 'Made', cell: ({ creationDate }) => <Time at={creationDate} /> },
						{ name: 'Link', cell: ({ status }) => status },
						{ name: 'Ends', cell: ({ expires }) => <Time at={expires} /> },
						{
							name: 'Do',
							cell: ({ id, status, creationDate }) => {
								const what = `the report of ${creationDate}`;
								if (status !== 'Open') return null;
								return (
									<div class="actions">
										<ReportLink place={place} reportId={id} what={what} />
										<Action name="Revoke" what={what} act={() => revoke(id)} />
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
