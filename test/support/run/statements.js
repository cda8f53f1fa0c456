/**
 * In each process of a whole run of the full tier: notes every form of statement a database is asked, by
 * the kind of database, in the run's folder. `after-run.ts` compares the two. Values, lengths of
 * lists and names of databases do not count. Plain JavaScript, because programs load it as well.
 */
const fs = require('node:fs');
const path = require('node:path');

const runFolder = process.env['TEST_RUN_FOLDER'];
const folder = runFolder === undefined ? undefined : path.join(runFolder, 'statements');

/** `$3` and `?` are one, and so are lists and rows of any length. */
function formOf(sql) {
	return sql
		.replace(/\$\d+/g, '?')
		.replace(/\?(, \?)+/g, '?')
		.replace(/\(\?\)(, \(\?\))+/g, '(?)')
		.replace(/\s+/g, ' ')
		.trim();
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
		const line = JSON.stringify(formOf(compiled.sql));
		if (!seen.has(kind + line) && note(path.join(folder, kind), line)) seen.add(kind + line);
		return compiled;
	};
}

if (folder !== undefined && process.env['TEST_STATEMENTS'] === 'noted') watch(folder);
