/** A running service whose log has witnesses, and what it tells of them over HTTP. */
import type { Model } from '../../../api/types';
import type { Config } from '../../../service/config';
import type { WitnessSetting } from '../../../service/witness/witness-settings';
import { send, until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { Tracker } from '../assets/tracker';

export class WitnessedService {
	private constructor(
		readonly running: RunningService,
		private readonly config: { -readonly [Name in keyof Config]?: Config[Name] },
	) {}

	static async start(given: Partial<Config> = {}): Promise<WitnessedService> {
		const config = { ...given };
		return new WitnessedService(await startService({ config }), config);
	}

	/** Starts again with other settings. */
	async restart(settings: Partial<Config>): Promise<void> {
		Object.assign(this.config, settings);
		await this.running.restart();
	}

	/** What anybody is told of its log. */
	async log(): Promise<Model<'Log'>> {
		return (await send({ method: 'GET', url: `${this.running.url}/log` })).json() as Model<'Log'>;
	}

	async witness(): Promise<WitnessSetting> {
		const url = `${this.running.url}/witness`;
		const { vkey } = (await send({ method: 'GET', url })).json() as { readonly vkey: string };
		return { vkey, url };
	}

	/** How many entries of a log it has cosigned. */
	async cosigned(origin: string): Promise<number | undefined> {
		const shown = (await send({ method: 'GET', url: `${this.running.url}/witness` })).json() as {
			readonly logs: readonly { readonly origin: string; readonly treeSize: number }[];
		};
		return shown.logs.find((log) => log.origin === origin)?.treeSize;
	}

	async untilCosigned(origin: string, treeSize: number): Promise<void> {
		await until(async () => ((await this.cosigned(origin)) === treeSize ? true : undefined));
	}

	/** Enters a record in the log; resolves when it is confirmed. */
	async enter(name: string): Promise<void> {
		const { organisation } = this.running;
		const tracker = new Tracker(this.running, organisation.products.Tracker);
		const id = await tracker.asset(organisation.admin, name);
		await tracker.hasStatus(organisation.admin, id, 'Confirmed');
	}

	/** The standing of each witness by its name. */
	async standings(): Promise<Readonly<Record<string, string>>> {
		const { witnessing } = await this.log();
		return Object.fromEntries(witnessing.map(({ name, standing }) => [name, standing]));
	}

	async metrics(): Promise<string> {
		return (await send({ method: 'GET', url: `${this.running.url}/metrics` })).text;
	}

	async health(): Promise<unknown> {
		const answer = await send({ method: 'GET', url: `${this.running.url}/health/ready` });
		return answer.json();
	}

	/** Waits until every witness has the standing that is wanted of it. */
	async until(wanted: Readonly<Record<string, string>>): Promise<void> {
		await until(async () => {
			const standings = await this.standings();
			const isSo = Object.entries(wanted).every(([name, standing]) => standings[name] === standing);
			return isSo || undefined;
		});
	}

	/** How often a line of its log says this. */
	told(words: string): number {
		return this.running.log().split(words).length - 1;
	}
}
