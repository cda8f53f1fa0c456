/**
 * The port of a program at every start: the port stored by an earlier start, if it is free; else the
 * usual port, if it is free; else any free port, which is stored. So links in mails, webhook addresses
 * and bookmarks, which contain the port, stay valid from one start to the next.
 */
import fs from 'node:fs';
import path from 'node:path';
import { freePort, portIsFree } from './free-port';

export interface PortPlace {
	readonly dataFolder: string;
	/** Name of the program. */
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

/** A port stored for another usual port is ignored. */
function readKept(file: string, usual: number): number | undefined {
	if (!fs.existsSync(file)) return undefined;
	const [inPlaceOf, port] = fs.readFileSync(file, 'utf8').trim().split(' ').map(Number);
	return inPlaceOf === usual ? port : undefined;
}
