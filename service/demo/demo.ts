/**
 * The demo organisation: a product of each kind, a folder for documents, a user in each role and
 * one for the exchange's escrow, a key for each user. It is made once; later calls make new keys
 * only when asked, because a key cannot be read back, and new keys end the old ones.
 */
import type { Role } from '../../api/language/roles';
import type { Clock } from '../../server/clock';
import type { Database } from '../database/database';
import { RecordLog } from '../log/record-log';
import { createFolder, listFolders } from '../documents/files/folders';
import { at } from '../../server/at';
import { issueSignInLink } from '../accounts/sign-in-links';
import { Accounts, type Product, type ProductKind } from '../accounts/accounts';

export interface Demo {
	readonly organisationId: string;
	readonly products: Readonly<Record<ProductKind, string>>;
	/** Including products added since. */
	readonly allProducts: readonly Product[];
	/** Each user has a key only if this call made one. */
	readonly users: readonly {
		readonly email: string;
		readonly roles: readonly Role[];
		readonly key?: string;
	}[];
	/** Signs the administrator in to the console, once, within ten minutes. */
	readonly signInToken: string;
}

const organisationName = 'Demo';
const folderName = 'Documents';
const wholeList = { limit: 5000, offset: 0 };

const demoUsers: readonly { readonly email: string; readonly roles: readonly Role[] }[] = [
	{
		email: 'admin@demo.sealkeeper.test',
		roles: [
			'Admin',
			'UserAdmin',
			'Billing',
			'SealerAdmin',
			'TrackerAdmin',
			'KeeperAdmin',
			'StorageWrite',
		],
	},
	{
		email: 'alice@demo.sealkeeper.test',
		roles: ['SealerUser', 'TrackerUser', 'StorageWrite'],
	},
	{ email: 'bob@demo.sealkeeper.test', roles: ['SealerUser', 'TrackerUser', 'StorageRead'] },
	{ email: 'escrow@demo.sealkeeper.test', roles: ['TrackerUser'] },
];

const demoProducts: readonly { readonly kind: ProductKind; readonly name: string }[] = [
	{ kind: 'Sealer', name: 'Demo contracts' },
	{ kind: 'Tracker', name: 'Demo assets' },
	{ kind: 'Keeper', name: 'Demo documents' },
];

/** Finds or makes the demo organisation; existing users get a new key if `withNewKeys` says so. */
export async function ensureDemo(
	parts: { readonly database: Database; readonly clock: Clock },
	options: { readonly withNewKeys: (email: string) => boolean },
): Promise<Demo> {
	const accounts = new Accounts(parts.database, parts.clock);
	const organisations = await accounts.organisations();
	const found = organisations.find(({ name }) => name === organisationName);
	const organisationId = found?.id ?? (await accounts.addOrganisation(organisationName)).id;
	const users = await ensureUsers(accounts, organisationId);
	const products = await ensureProducts(accounts, organisationId);
	await ensureFolder(parts, products.Keeper);
	const allProducts = await accounts.products(organisationId, wholeList);
	const keyed = await Promise.all(
		users.map(async ({ id, email, roles, isNew }) => {
			if (!isNew && !options.withNewKeys(email)) return { email, roles };
			return { email, roles, key: (await accounts.replaceKeys(id, 'demo')).key };
		}),
	);
	const { token: signInToken } = await parts.database
		.transaction()
		.execute((transaction) => issueSignInLink(transaction, parts.clock, at(users, 0).id));
	return { organisationId, products, allProducts, users: keyed, signInToken };
}

async function ensureUsers(accounts: Accounts, organisationId: string) {
	const present = await accounts.users(organisationId);
	const users = [];
	for (const { email, roles } of demoUsers) {
		const user = present.find((candidate) => candidate.email === email);
		const id = user?.id ?? (await accounts.addUser({ organisationId, email, roles })).id;
		users.push({ id, email, roles, isNew: user === undefined });
	}
	return users;
}

async function ensureProducts(
	accounts: Accounts,
	organisationId: string,
): Promise<Record<ProductKind, string>> {
	const present = await accounts.products(organisationId, wholeList);
	const products: Record<ProductKind, string> = { Sealer: '', Tracker: '', Keeper: '' };
	for (const { kind, name } of demoProducts) {
		const product = present.find((candidate) => candidate.kind === kind);
		products[kind] = product?.id ?? (await accounts.addProduct({ organisationId, kind, name })).id;
	}
	return products;
}

async function ensureFolder(
	parts: { readonly database: Database; readonly clock: Clock },
	productId: string,
): Promise<void> {
	const folders = await listFolders(parts.database, { productId }, wholeList);
	if (folders.some(({ name }) => name === folderName)) return;
	const [owner] = demoUsers;
	if (owner === undefined) throw new Error('the demo has no user');
	const recordLog = new RecordLog({ ...parts, onFault: rethrow });
	const caller = { email: owner.email, requireStill: () => Promise.resolve() };
	await createFolder({ ...parts, recordLog }, { caller }, { productId, name: folderName });
	// The service confirms entries that are still unconfirmed.
	await recordLog.close();
}

function rethrow(fault: unknown): never {
	throw fault;
}
