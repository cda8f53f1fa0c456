/**
 * The settings by which the exchange settles at the service's tracker. They are written at the
 * first start; later ones only bring address and key up to date, so what a person changed stays.
 * Settings that name another tracker product or escrow account are the person's own and left.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { DemoUser } from './demo-keys';

/** Where the tracker is, and the keys of those the demo market needs there. */
export interface TrackerPlace {
	readonly trackerUrl: string;
	readonly productId: string;
	readonly administratorKey: string;
	readonly escrow: DemoUser;
	readonly traders: readonly DemoUser[];
}

export const settlementFile = 'settlement.json';

/** Payouts leave within about a second of a trade, so that a person sees them come. */
const first = { windowMs: 1_000 };

/** Writes the file when it must change; answers whether the exchange settles at this tracker. */
export function writeSettlement(
	folder: string,
	{ trackerUrl, productId, escrow }: TrackerPlace,
): boolean {
	const file = path.join(folder, settlementFile);
	const kept = readKept(file);
	const isOurs =
		kept === undefined || (kept.productId === productId && kept.escrow?.email === escrow.email);
	if (!isOurs) return false;
	const present = { trackerUrl, productId, escrow };
	const text = JSON.stringify({ ...first, ...kept, ...present }, null, '\t');
	fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
	fs.writeFileSync(`${file}.partial`, text, { mode: 0o600 });
	fs.renameSync(`${file}.partial`, file);
	return true;
}

interface Kept {
	readonly productId?: unknown;
	readonly escrow?: { readonly email?: unknown };
}

function readKept(file: string): Kept | undefined {
	if (!fs.existsSync(file)) return undefined;
	try {
		return JSON.parse(fs.readFileSync(file, 'utf8')) as Kept;
	} catch (fault) {
		// The parser's own message quotes the text, which holds keys.
		if (fault instanceof SyntaxError) throw new Error(`${file} is not JSON.`);
		throw fault;
	}
}
