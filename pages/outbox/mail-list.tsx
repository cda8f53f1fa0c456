import type { Model } from '../../api/types';
import { CursorList } from '../parts/cursor-list';
import { Heading } from '../parts/frame';
import { lineOf } from '../parts/person-text';
import { Link } from '../parts/router';
import { Table, type Column } from '../parts/table';
import { Time } from '../parts/values';
import { useAsked } from './session';

type Mail = Model<'Mail'>;

const columns: readonly Column<Mail>[] = [
	{
		name: 'Mail',
		cell: ({ id, subject }) => (
			<Link to={`/outbox/${id}`}>
				<bdi>{lineOf(subject)}</bdi>
			</Link>
		),
	},
	{ name: 'To', cell: ({ recipient }) => <bdi>{lineOf(recipient)}</bdi> },
	{ name: 'Written', cell: ({ creationDate }) => <Time at={creationDate} /> },
	{ name: 'State', cell: ({ status }) => status },
];

export function MailList() {
	return (
		<>
			<Heading>Mails</Heading>
			<CursorList<Mail>
				one="mail"
				what="mails"
				ask={(question, range) =>
					useAsked(question, ({ platform }) => platform.list('listMails', range))
				}
				none="No mail was written yet: the first one asks somebody to sign a contract, or brings somebody a key."
			>
				{(mails) => (
					<Table caption="The newest first" columns={columns} rows={mails} keyOf={({ id }) => id} />
				)}
			</CursorList>
		</>
	);
}
