/**
 * A data folder as a released version left it, unpacked where a test may work on it, with what
 * that version answered when it was filled.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Person {
	readonly email: string;
	readonly key: string;
}

export interface KnownFile {
	readonly id: string;
	readonly name: string;
	readonly sizeBytes: number;
	readonly sha256: string;
}

/** What was noted while the folder was filled; the answers are those of that version. */
export interface Noted {
	/** Address it was reached at from outside. */
	readonly address: string;
	/** Text of every contract file. */
	readonly agreement: string;
	readonly filledAt: string;
	readonly people: {
		readonly first: {
			readonly products: Readonly<Record<'Sealer' | 'Tracker' | 'Keeper', string>>;
			readonly admin: Person;
			readonly trader: Person;
			readonly signer: Person;
			readonly reader: Person;
		};
		readonly second: { readonly admin: Person };
	};
	readonly contracts: {
		readonly half: { readonly id: string };
		readonly open: { readonly id: string };
	};
	readonly assets: {
		readonly credit: { readonly id: string };
		readonly unused: { readonly id: string };
		readonly transfer: readonly object[];
		readonly idempotencyKey: string;
	};
	readonly documents: {
		readonly folder: { readonly id: string };
		readonly text: { readonly id: string };
		readonly versions: readonly string[];
		readonly report: { readonly path: string; readonly sha256: string };
	};
	readonly files: readonly KnownFile[];
	readonly replies: readonly {
		readonly who: 'admin' | 'trader' | 'signer' | 'reader' | 'foreigner';
		readonly path: string;
		readonly answer: object;
	}[];
}

/** The versions a folder is kept of, the oldest first. */
export const versions: readonly string[] = fs
	.readdirSync(__dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map((entry) => entry.name)
	.sort();

export function notedOf(version: string): Noted {
	const text = fs.readFileSync(path.join(__dirname, version, 'service.json'), 'utf8');
	return JSON.parse(text) as Noted;
}

/** A fresh copy of the service's data folder of that version; the test that unpacks it removes it. */
export function unpackService(version: string): string {
	const scratch = fs.mkdtempSync(path.join(os.tmpdir(), `sealkeeper-${version}-`));
	execFileSync('tar', ['-C', scratch, '-xzf', path.join(__dirname, version, 'service.tar.gz')]);
	return path.join(scratch, 'service');
}

/** The key a caller of the noted answers has. */
export function keyOf({ people }: Noted, who: Noted['replies'][number]['who']): string {
	return who === 'foreigner' ? people.second.admin.key : people.first[who].key;
}
