/**
 * Creates the demo organisation with the service's administrator command. The keys are stored in a
 * private file of the data folder, because the service cannot show a key twice.
 */
import fs from 'node:fs';
import path from 'node:path';
import { runCommand } from '../machine/child-process';
import { cleanEnvironment } from '../machine/clean-environment';
import { projectRoot } from '../machine/project-root';

export interface DemoUser {
	readonly email: string;
	readonly key: string;
}

export interface DemoProducts {
	readonly Sealer: string;
	readonly Tracker: string;
	readonly Keeper: string;
}

export interface DemoProduct {
	readonly id: string;
	readonly kind: string;
	readonly name: string;
}

export interface DemoKeys {
	readonly organisationId: string;
	/** Products created with the demo. */
	readonly products: DemoProducts;
	readonly users: readonly DemoUser[];
}

export interface DemoAnswer {
	readonly keys: DemoKeys;
	/** All current products, including added ones. */
	readonly allProducts: readonly DemoProduct[];
	readonly file: string;
	/** True if this call made the keys. */
	readonly isNew: boolean;
	/** Signs the administrator in to the console, once. */
	readonly signInToken: string;
}

export interface DemoPlace {
	readonly dataFolder: string;
	readonly logFile: string;
	/** Where the command's process is recorded while it runs. */
	readonly recordFolder: string;
	readonly signal: AbortSignal;
}

/** A user has a key only if that call made it. */
interface Demo extends Omit<DemoKeys, 'users'> {
	readonly users: readonly { readonly email: string; readonly key?: string }[];
}

/** The command's output. */
interface MadeDemo extends Demo {
	readonly allProducts: readonly DemoProduct[];
	readonly signInToken: string;
}

/** Finds or creates the demo. The service must not be starting on the folder at the same time. */
export async function openDemo(place: DemoPlace): Promise<DemoAnswer> {
	const file = path.join(place.dataFolder, 'demo.json');
	const kept = readKept(file);
	const made = await makeDemo(place, file);
	const isNew = kept?.organisationId !== made.organisationId;
	const known = new Map((isNew ? [] : kept.users).map(({ email, key }) => [email, key]));
	for (const { email, key } of made.users) if (key !== undefined) known.set(email, key);
	// A killed start may have made a key without storing it.
	const lost = made.users.map(({ email }) => email).filter((email) => !known.has(email));
	if (lost.length > 0) {
		const { users } = await makeDemo(place, file, '--new-keys-for', lost.join(','));
		for (const { email, key } of users) if (key !== undefined) known.set(email, key);
	}
	const { allProducts, signInToken, ...lasting } = made;
	const keys = { ...lasting, users: made.users.map(({ email }) => keyed(email, known)) };
	writeKept(file, keys);
	return { keys, allProducts, file, isNew, signInToken };
}

function keyed(email: string, known: ReadonlyMap<string, string>): DemoUser {
	const key = known.get(email);
	if (key === undefined) throw new Error(`The demo user ${email} got no key.`);
	return { email, key };
}

/** The output contains keys, so it goes into a private file. */
async function makeDemo(
	{ dataFolder, logFile, recordFolder, signal }: DemoPlace,
	file: string,
	...options: readonly string[]
): Promise<MadeDemo> {
	const outputFile = `${file}.made`;
	fs.writeFileSync(outputFile, '', { mode: 0o600 });
	const program = path.join(projectRoot(), 'dist', 'service', 'commands', 'admin.js');
	const plan = {
		name: "The administrator's command of the service",
		command: process.execPath,
		args: [program, 'demo', ...options],
		folder: projectRoot(),
		environment: { ...cleanEnvironment(), SEALKEEPER_DATA: dataFolder },
		logFile,
		outputFile,
		recordFolder,
	};
	try {
		await runCommand(plan, signal);
		const made: unknown = JSON.parse(fs.readFileSync(outputFile, 'utf8'));
		if (isDemo(made) && isMade(made)) return made;
		throw new Error(`${plan.name} shows no demo organisation.`);
	} finally {
		fs.rmSync(outputFile);
	}
}

function writeKept(file: string, demo: DemoKeys): void {
	fs.writeFileSync(`${file}.partial`, JSON.stringify(demo, null, '\t'), { mode: 0o600 });
	fs.renameSync(`${file}.partial`, file);
}

function readKept(file: string): DemoKeys | undefined {
	if (!fs.existsSync(file)) return undefined;
	const parsed: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
	if (isDemo(parsed) && parsed.users.every(isKeyed)) return { ...parsed, users: parsed.users };
	throw new Error(`${file} is damaged. Remove it; the demo users then get new keys.`);
}

function isKeyed(user: Demo['users'][number]): user is DemoUser {
	return typeof user.key === 'string';
}

function isMade(demo: Demo & Partial<MadeDemo>): demo is MadeDemo {
	return Array.isArray(demo.allProducts) && typeof demo.signInToken === 'string';
}

function isDemo(value: unknown): value is Demo {
	if (typeof value !== 'object' || value === null) return false;
	const { organisationId, products, users } = value as Partial<Record<keyof DemoKeys, unknown>>;
	return (
		typeof organisationId === 'string' &&
		typeof products === 'object' &&
		products !== null &&
		Array.isArray(users) &&
		users.every((user: { readonly email?: unknown } | null) => typeof user?.email === 'string')
	);
}
