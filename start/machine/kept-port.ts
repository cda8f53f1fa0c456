/**
 * The port a program listens on at every start: links in mails that were sent name it. The usual one
 * where it was free at first, else the one chosen in its place, which is written down.
 */
import fs from 'node:fs';
import path from 'node:path';
import { freePort, portIsFree } from './free-port';

export interface PortPlace {
	readonly dataFolder: string;
	/** Of the program. */
	readonly name: string;
	readonly usual: number;
}

export async function keptPort(place: PortPlace): Promise<number> {
	const file = path.join(place.dataFolder, 'start', `${place.name}-port`);
	const kept = readKept(file, place.usual);
	if (kept !== undefined && (await portIsFree(kept))) return kept;
	if (await portIsFree(place.usual)) return place.usual;
	const port = await freePort();
	fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
	fs.writeFileSync(file, `${place.usual} ${port}\n`);
	return port;
}

/** What was chosen in place of another port than today's was for another wish. */
function readKept(file: string, usual: number): number | undefined {
	if (!fs.existsSync(file)) return undefined;
	const [inPlaceOf, port] = fs.readFileSync(file, 'utf8').trim().split(' ').map(Number);
	return inPlaceOf === usual ? port : undefined;
}
