/**
 * The demo organisation as the launcher hands it on: made by service/accounts/demo.ts, its keys
 * kept in one private file of the data folder, because the service itself cannot show a key twice.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { ensureDemo, type Demo } from '../service/demo/demo';
import { systemClock } from '../server/clock';
import { openDatabase } from '../service/database/database';

export type DemoUser = { readonly email: string; readonly key: string };

export type DemoKeys = {
	readonly organisationId: string;
	readonly products: Demo['products'];
	readonly users: readonly DemoUser[];
};

export type DemoAnswer = {
	readonly demo: DemoKeys;
	readonly file: string;
	/** The keys were made by this call. */
	readonly isNew: boolean;
};

/** Finds or makes the demo. The service must not be starting on the folder at the same time. */
export async function openDemo(dataFolder: string): Promise<DemoAnswer> {
	const file = path.join(dataFolder, 'demo.json');
	const kept = readKept(file);
	const database = await openDatabase(dataFolder);
	try {
		const parts = { database, clock: systemClock };
		const found = await ensureDemo(parts, { withNewKeys: () => false });
		const isNew = kept?.organisationId !== found.organisationId;
		const known = new Map((isNew ? [] : kept.users).map(({ email, key }) => [email, key]));
		const hasKey = ({ email, key }: Demo['users'][number]) => key !== undefined || known.has(email);
		// A start that was killed may have made a key without writing it down.
		const { users } = found.users.every(hasKey)
			? found
			: await ensureDemo(parts, { withNewKeys: (email) => !known.has(email) });
		const demo = { ...found, users: users.map((user) => keyed(user, known)) };
		if (users.some(({ key }) => key !== undefined)) writeKept(file, demo);
		return { demo, file, isNew };
	} finally {
		await database.destroy();
	}
}

function keyed(
	{ email, key: made }: Demo['users'][number],
	known: ReadonlyMap<string, string>,
): DemoUser {
	const key = made ?? known.get(email);
	if (key === undefined) throw new Error(`The demo user ${email} got no key.`);
	return { email, key };
}

function writeKept(file: string, demo: DemoKeys): void {
	fs.writeFileSync(`${file}.partial`, JSON.stringify(demo, null, '\t'), { mode: 0o600 });
	fs.renameSync(`${file}.partial`, file);
}

function readKept(file: string): DemoKeys | undefined {
	if (!fs.existsSync(file)) return undefined;
	const parsed: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
	if (isDemoKeys(parsed)) return parsed;
	throw new Error(`${file} is damaged. Remove it; the demo users then get new keys.`);
}

type Unchecked = Partial<Record<'email' | 'key', unknown>>;

function isDemoKeys(value: unknown): value is DemoKeys {
	if (typeof value !== 'object' || value === null) return false;
	const { organisationId, products, users } = value as Partial<Record<keyof DemoKeys, unknown>>;
	return (
		typeof organisationId === 'string' &&
		typeof products === 'object' &&
		products !== null &&
		Array.isArray(users) &&
		users.every(
			(user: Unchecked | null) => typeof user?.email === 'string' && typeof user.key === 'string',
		)
	);
}
