/**
 * A running service for tests: the real one, on a free port, in a folder of its own, with two
 * organisations. Each has an all-round user and one user for every single role, all with keys.
 */
import { PassThrough } from 'node:stream';
import { roles, type Role } from '../../../api/language/roles';
import type { ProductKind } from '../../../service/accounts/accounts';
import { listeningUrl } from '../../../server/http/listening-url';
import { openService, type Service } from '../../../service/app';
import { systemClock, type Clock } from '../../../server/clock';
import { readConfig, type Config } from '../../../service/config';
import type { SignInProgram } from '../../../service/accounts/sign-in-programs';
import { testPort } from '../run/ports';
import { databaseKindOfRun } from '../servers/databases';
import { servicePlace } from './service-place';

export interface TestOrganisation {
	readonly id: string;
	readonly products: Readonly<Record<ProductKind, string>>;
	/** Key and e-mail address of a user with every role. */
	readonly admin: TestUser;
	/** Users with exactly one role each. */
	readonly byRole: Readonly<Record<Role, TestUser>>;
}

export interface TestUser {
	readonly email: string;
	readonly key: string;
}

export interface RunningService {
	readonly url: string;
	readonly storageUrl: string;
	readonly dataFolder: string;
	readonly databaseUrl: string | undefined;
	readonly service: Service;
	readonly organisation: TestOrganisation;
	readonly other: TestOrganisation;
	/** Programs that people sign in to; a test adds to it. */
	readonly signInFor: SignInProgram[];
	/** Patient; a test shortens the wait for what is not to come. */
	readonly waits: { movementMs: number; proofMs: number };
	/** Everything the service has logged so far, as text. */
	log(): string;
	/** A user of `organisation` with these roles. */
	addUser(email: string, userRoles: readonly Role[]): Promise<TestUser>;
	/** Ends the service and opens it again on the same folder and port. */
	restart(): Promise<void>;
	/** Ends the service and removes its folder. */
	close(): Promise<void>;
}

export interface ServiceOptions {
	readonly config?: Partial<Config>;
	readonly clock?: Clock;
	/** Of the limits of requests. */
	readonly nowMs?: () => number;
	/** See `built-pages.ts`; without it the service has no pages. */
	readonly pagesFolder?: string;
}

/** Tests of wrong keys come from one address, and more often than a stranger may. */
const testConfig = { ...readConfig({ LOG_LEVEL: 'debug' }), wrongKeysPerMinuteMax: 100_000 };

/** Starts a service; every test file that starts one closes it in `afterAll`. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
	const place = await servicePlace(databaseKindOfRun, options.config?.databaseUrl);
	const logged: string[] = [];
	const signInFor: SignInProgram[] = [];
	const waits = { movementMs: 60_000, proofMs: 60_000 };
	const { clock = systemClock, pagesFolder, nowMs } = options;
	const open = async (port: number) => {
		const log = new PassThrough();
		log.on('data', (chunk: Buffer) => logged.push(chunk.toString()));
		const service = await openService(
			{ ...testConfig, signInFor, ...place, ...options.config },
			{ clock, log, pagesFolder, nowMs, confirmationWaits: waits },
		);
		await service.app.listen({ host: '127.0.0.1', port });
		return service;
	};
	let service = await open(await testPort());
	const url = listeningUrl(service.app);
	const organisation = await addOrganisation(service, 'first.test');
	return {
		url,
		storageUrl: `${url}/storage`,
		dataFolder: place.dataFolder,
		databaseUrl: place.databaseUrl,
		get service() {
			return service;
		},
		organisation,
		signInFor,
		waits,
		other: await addOrganisation(service, 'second.test'),
		log: () => logged.join(''),
		addUser: (email, userRoles) =>
			addUser(service, { organisationId: organisation.id, email, userRoles }),
		async restart() {
			await service.close();
			service = await open(Number(new URL(url).port));
		},
		async close() {
			await service.close();
			place.remove();
		},
	};
}

/** Adds an organisation with its products and users. */
export async function addOrganisation(
	{ accounts }: Service,
	domain: string,
): Promise<TestOrganisation> {
	const { id } = await accounts.addOrganisation(domain);
	const add = async (kind: ProductKind) =>
		(await accounts.addProduct({ organisationId: id, kind, name: `${kind} of ${domain}` })).id;
	const user = (name: string, userRoles: readonly Role[]) =>
		addUser({ accounts }, { organisationId: id, email: `${name}@${domain}`, userRoles });
	const byRole = await Promise.all(
		roles.map(async (role) => [role, await user(`only-${role}`, [role])] as const),
	);
	return {
		id,
		products: {
			Sealer: await add('Sealer'),
			Tracker: await add('Tracker'),
			Keeper: await add('Keeper'),
		},
		admin: await user('admin', roles),
		byRole: Object.fromEntries(byRole) as Record<Role, TestUser>,
	};
}

async function addUser(
	{ accounts }: Pick<Service, 'accounts'>,
	user: {
		readonly organisationId: string;
		readonly email: string;
		readonly userRoles: readonly Role[];
	},
): Promise<TestUser> {
	const { organisationId, email, userRoles } = user;
	const { id } = await accounts.addUser({ organisationId, email, roles: userRoles });
	return { email, key: (await accounts.addKey(id, 'test')).key };
}
