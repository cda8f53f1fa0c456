/** Whether everything works, as the service itself says it, for who runs it. */
import { Heading } from '../parts/frame';
import { useLoaded } from '../parts/loading';
import { Notice, WhenLoaded } from '../parts/states';

type Said = Readonly<Record<string, string>>;

/** What each part of readiness is called; a part that is not here is shown by its own name. */
const names: Said = {
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

const meanings: Said = {
	up: 'works',
	down: 'does not work',
	complete: 'all answer',
	degraded: 'some do not answer; nothing is lost',
	folder: 'are kept in a folder: no mail server is set (SMTP_URL)',
	smtp: 'leave by the mail server',
	unreachable: 'wait: the mail server does not answer',
};

export function Health() {
	const asked = useLoaded('health', async () => {
		// A service that is not ready says why with 503.
		const ready = (await (await fetch('/health/ready')).json()) as Said;
		const release = (await (await fetch('/health')).json()) as Said;
		return { ready, release };
	});
	return (
		<>
			<Heading>Health</Heading>
			<WhenLoaded asked={asked}>
				{({ ready: { status = '', ...parts }, release }) => (
					<>
						<Notice
							kind={status === 'ready' ? 'good' : 'bad'}
							title={status === 'ready' ? 'The service is ready.' : `The service is ${status}.`}
						/>
						<dl class="facts">
							{Object.entries(parts).map(([part, state]) => (
								<div class="fact" key={part}>
									<dt>{names[part] ?? part}</dt>
									<dd>{meanings[state] ?? state}</dd>
								</div>
							))}
							<dt>Version</dt>
							<dd>
								{release['version']} <code>{release['commit']?.slice(0, 12)}</code>
							</dd>
						</dl>
						<p>
							<button class="second" type="button" onClick={asked.again}>
								Look again
							</button>
						</p>
					</>
				)}
			</WhenLoaded>
		</>
	);
}
