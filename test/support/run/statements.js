/**
 * In each process of a whole run of the full tier: notes every place of the product that asks a
 * database, by the kind of database, in the run's folder. `after-run.ts` compares the two. A place is
 * a function of a file with the kind and the table of its statement, because the two databases get
 * other texts from it: lists as JSON or arrays, locks of rows or none. Plain JavaScript, because
 * programs load it as well.
 */
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..', '..', '..');
const runFolder = process.env['TEST_RUN_FOLDER'];
const folder = runFolder === undefined ? undefined : path.join(runFolder, 'statements');

/** `insert events`, `select api_keys`. */
function kindOf(sql) {
	const [, kind = ''] = /^\s*(?:with\b.*?\)\s*)?(\w+)/s.exec(sql) ?? [];
	const [, table = ''] =
		/\b(?:from|into|update|table)\s+(?:only\s+|if not exists\s+)?"?(\w+)/i.exec(sql) ?? [];
	return `${kind.toLowerCase()} ${table}`.trim();
}

/** The calls that lead to this one, as far as they are synchronous. */
function callers() {
	const { prepareStackTrace, stackTraceLimit } = Error;
	Error.prepareStackTrace = (_error, sites) => sites;
	Error.stackTraceLimit = 30;
	const { stack } = new Error('where');
	Object.assign(Error, { prepareStackTrace, stackTraceLimit });
	return stack;
}

/** The first file of ours that asks; the rooms that write statements for others do not count. */
function placeOf(sql) {
	for (const site of callers()) {
		const file = site.getFileName() ?? '';
		const name = path
			.relative(root, file)
			.replace(/^dist\//, '')
			.replace(/\.js$/, '.ts');
		if (!path.isAbsolute(file) || /^\.\.|node_modules\/|^server\/database\//.test(name)) continue;
		if (/^test\/support\/run\//.test(name)) continue;
		return { file: name, text: `${name} ${site.getFunctionName() ?? ''}: ${kindOf(sql)}` };
	}
	return undefined;
}

/** Not while a test keeps the process from writing files. */
function note(file, line) {
	try {
		fs.appendFileSync(file, `${line}\n`);
		return true;
	} catch (fault) {
		if (fault.code !== 'EFBIG') throw fault;
		return false;
	}
}

function watch(folder) {
	const { DefaultQueryExecutor, PostgresAdapter } = require('kysely');
	const { prototype } = DefaultQueryExecutor;
	const { compileQuery } = prototype;
	const seen = new Set();
	fs.mkdirSync(folder, { recursive: true });
	prototype.compileQuery = function (...given) {
		const compiled = compileQuery.apply(this, given);
		const kind = this.adapter instanceof PostgresAdapter ? 'PostgreSQL' : 'SQLite';
		const place = placeOf(compiled.sql);
		if (place === undefined || place.file.startsWith('test/')) return compiled;
		const key = kind + place.text;
		if (!seen.has(key) && note(path.join(folder, kind), place.text)) seen.add(key);
		return compiled;
	};
}

if (folder !== undefined && process.env['TEST_STATEMENTS'] === 'noted') watch(folder);
