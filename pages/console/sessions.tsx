/** Where the reader is signed in, and the end of each. */
import { Action } from '../parts/forms/action';
import { Heading } from '../parts/frame';
import { useLoaded } from '../parts/loading';
import { session } from '../parts/session/signed-in';
import { WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Time } from '../parts/values';

interface Shown {
	readonly id: string;
	readonly agent: string;
	readonly createdAt: string;
	readonly usedAt: string;
	readonly isThis: boolean;
}

export function Sessions() {
	const asked = useLoaded('sessions', async () => (await session('GET', 's')) as readonly Shown[]);
	return (
		<>
			<Heading>Your sessions</Heading>
			<p>
				A session ends 12 hours after its last use, and after 7 days. End one that you do not know,
				and tell your administrator.
			</p>
			<WhenLoaded asked={asked}>
				{(sessions) => (
					<Table
						caption="The last used first"
						rows={sessions}
						keyOf={({ id }) => id}
						columns={[
							{
								name: 'Browser',
								cell: ({ agent, isThis }) =>
									isThis ? `${browserOf(agent)} (this one)` : browserOf(agent),
							},
							{ name: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
							{ name: 'Last used', cell: ({ usedAt }) => <Time at={usedAt} /> },
							{
								name: 'End',
								cell: ({ id, isThis }) =>
									isThis ? (
										'by signing out'
									) : (
										<Action
											name="End"
											what={`the session of ${id}`}
											act={() => session('DELETE', `s/${id}`).then(asked.again)}
										/>
									),
							},
						]}
					/>
				)}
			</WhenLoaded>
		</>
	);
}

/** The name of a browser in its user agent; what is unknown is shown as it is. */
function browserOf(agent: string): string {
	const found = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(agent);
	const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1] ?? '';
	if (found === null) return agent === '' ? 'unknown' : agent;
	const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
	const [, name = '', version = ''] = found;
	return `${names[name] ?? name} ${version}${system === '' ? '' : `, ${system}`}`;
}
