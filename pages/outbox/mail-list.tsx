import type { Model } from '../../api/types';
import { CursorList } from '../parts/cursor-list';
import { Heading } from '../parts/frame';
import { useTexts } from '../parts/language/texts';
import { lineOf } from '../parts/person-text';
import { Link } from '../parts/router';
import { Table } from '../parts/table';
import { Time } from '../parts/values';
import { useAsked } from './session';
import { texts } from './texts';

type Mail = Model<'Mail'>;

export function MailList() {
	const say = useTexts(texts);
	return (
		<>
			<Heading>{say('Mails')}</Heading>
			<CursorList<Mail>
				one={say('mail')}
				what={say('mails')}
				ask={(question, range) =>
					useAsked(question, ({ platform }) => platform.list('listMails', range))
				}
				none={say(
					'No mail was written yet: the first one asks somebody to sign a contract, or brings somebody a key.',
				)}
			>
				{(mails) => (
					<Table
						caption={say('The newest first')}
						rows={mails}
						keyOf={({ id }) => id}
						columns={[
							{
								name: say('Mail'),
								cell: ({ id, subject }) => (
									<Link to={`/outbox/${id}`}>
										<bdi>{lineOf(subject)}</bdi>
									</Link>
								),
							},
							{ name: say('To'), cell: ({ recipient }) => <bdi>{lineOf(recipient)}</bdi> },
							{ name: say('Written'), cell: ({ creationDate }) => <Time at={creationDate} /> },
							{ name: say('State'), cell: ({ status }) => say(status) },
						]}
					/>
				)}
			</CursorList>
		</>
	);
}
