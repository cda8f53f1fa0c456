/** The rooms of the programs, as the tables of their READMEs list them. */
import fs from 'node:fs';
import path from 'node:path';
import { ours, root } from './sources';

const programs = ['service', 'exchange'];

/** A row names its rooms in its first cell: "| `assets/ledger/` | what was moved |". */
function listedIn(program: string): string[] {
	const readme = fs.readFileSync(path.join(root, program, 'README.md'), 'utf8');
	return readme
		.split('\n')
		.map((line) => /^\|([^|]*)\|/.exec(line)?.[1] ?? '')
		.flatMap((cell) => [...cell.matchAll(/`([a-z-]+(?:\/[a-z-]+)*)\/`/g)])
		.map(([, room]) => `${program}/${room}`);
}

const listed = programs.flatMap(listedIn);
const byLength = [...listed].sort((one, other) => other.length - one.length);

/** The deepest listed room that holds a file. */
export function roomOf(file: string): string | undefined {
	return byLength.find((room) => file.startsWith(`${room}/`));
}

/** Folders directly below a program that its README does not list, and rows without a folder. */
export function roomFaults(): string[] {
	const folders = ours
		.map(({ file }) => file.split('/'))
		.filter(([top = '', , ...rest]) => programs.includes(top) && rest.length > 0)
		.map((parts) => parts.slice(0, 2).join('/'));
	const holds = (room: string) => ours.some(({ file }) => file.startsWith(`${room}/`));
	return [
		...[...new Set(folders)]
			.filter((room) => !listed.includes(room))
			.map((room) => `${room} is in no README`),
		...listed.filter((room) => !holds(room)).map((room) => `${room} is listed, and not there`),
		...listed
			.filter((room, at) => listed.indexOf(room) !== at)
			.map((room) => `${room} is listed twice`),
	];
}
