/** A format is a folder and a name in formats.ts; a kind of documents is a row of kinds.ts. */
import fs from 'node:fs';
import path from 'node:path';
import { comparedKinds } from '../../../api/comparison/kinds';
import { kinds } from '../../../comparison/formats/formats';
import { projectRoot } from '../../../start/machine/project-root';

const folders = ['api', 'comparison', 'nodes', 'pages', 'server', 'service'];
const own = path.join('comparison', 'formats', 'slides');

/** Its rows, their texts in other languages, and the notice on a protected file, which names what can be saved instead. */
const rows = [
	'api/comparison/kinds.ts',
	'comparison/formats/formats.ts',
	'comparison/worker/common-format.ts',
	'pages/documents/kind-texts.ts',
];

test('nothing but its rows and its folder names PPTX', () => {
	const sources = folders.flatMap((folder) =>
		fs
			.readdirSync(path.join(projectRoot(), folder), { recursive: true, encoding: 'utf8' })
			.map((file) => path.join(folder, file))
			.filter((file) => /\.tsx?$/.test(file) && !file.startsWith(own)),
	);
	const named = sources.filter((file) =>
		/pptx|slidesComparer/i.test(fs.readFileSync(path.join(projectRoot(), file), 'utf8')),
	);
	expect(named.sort()).toEqual(rows);
});

test('every kind of documents has a format, and every format a kind', () => {
	expect(new Set(Object.values(kinds))).toEqual(new Set(Object.keys(comparedKinds)));
});
