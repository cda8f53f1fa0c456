/** Whether everything works, as the service itself says it, for who runs it. */
import { Heading } from '../parts/frame';
import { useTexts } from '../parts/language/texts';
import { useLoaded } from '../parts/loading';
import { session } from '../parts/session/signed-in';
import { Notice, WhenLoaded } from '../parts/states';
import { Time } from '../parts/values';
import { texts } from './operating-texts';

type Said = Readonly<Record<string, string>>;
type Named = Readonly<Record<string, keyof typeof texts>>;

/** What each part of readiness is called; a part that is not here is shown by its own name. */
const names: Named = {
	database: 'Database',
	storage: 'Buckets',
	log: 'Log',
	comparison: 'Comparison',
	clock: 'Clock',
	mail: 'Mails',
	ledger: 'Ledger',
	seal: 'Certificate of seals',
	witnesses: 'Witnesses of the log',
};

const meanings: Named = {
	up: 'works',
	down: 'does not work',
	complete: 'all answer',
	degraded: 'some do not answer; nothing is lost',
	folder: 'are kept in a folder: no mail server is set (SMTP_URL)',
	smtp: 'leave by the mail server',
	unreachable: 'wait: the mail server does not answer',
};

const standings: Named = {
	ready: 'The service is ready.',
	draining: 'The service is draining.',
};

export function Health() {
	const say = useTexts(texts);
	/** What has no name is shown as it is. */
	const named = (table: Named, word: string) => {
		const name = table[word];
		return name === undefined ? word : say(name);
	};
	const asked = useLoaded('health', async () => {
		// A service that is not ready says why with 503.
		const ready = (await (await fetch('/health/ready')).json()) as Said;
		const release = (await (await fetch('/health')).json()) as Said;
		const { takenAt } = (await session('GET', '/last-backup')) as { readonly takenAt?: string };
		return { ready, release, takenAt };
	});
	return (
		<>
			<Heading>{say('Health')}</Heading>
			<WhenLoaded asked={asked}>
				{({ ready: { status = '', ...parts }, release, takenAt }) => (
					<>
						<Notice
							kind={status === 'ready' ? 'good' : 'bad'}
							title={say(standings[status] ?? 'The service is unready.')}
						/>
						<dl class="facts">
							{Object.entries(parts).map(([part, state]) => (
								<div class="fact" key={part}>
									<dt>{named(names, part)}</dt>
									<dd>{named(meanings, state)}</dd>
								</div>
							))}
							<dt>{say('Last backup')}</dt>
							<dd>
								{takenAt === undefined ? (
									say('none by the command “backup” of this installation')
								) : (
									<Time at={takenAt} />
								)}
							</dd>
							<dt>{say('Version')}</dt>
							<dd>
								{release['version']} <code>{release['commit']?.slice(0, 12)}</code>
							</dd>
						</dl>
						<p>
							<button class="second" type="button" onClick={asked.again}>
								{say('Look again')}
							</button>
						</p>
					</>
				)}
			</WhenLoaded>
		</>
	);
}
