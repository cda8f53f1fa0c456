/**
 * Entry point of a reading thread: answers each statement with its rows or its fault. It runs
 * built and from the TypeScript source, so it imports none of our files.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadPlace, ThreadReply, ThreadRequest } from './sqlite-reader';

/** Maximum prepared statements; further ones are compiled each time. */
const statementsMax = 200;

const { file, wholeNumbers, busyTimeoutMs } = workerData as ThreadPlace;
const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
const statements = new Map<string, StatementSync>();

function prepared(sql: string): StatementSync {
	const known = statements.get(sql);
	if (known !== undefined) return known;
	const statement = database.prepare(sql);
	statement.setReadBigInts(wholeNumbers === 'bigint');
	if (statements.size < statementsMax) statements.set(sql, statement);
	return statement;
}

function answer({ sql, parameters }: ThreadRequest): ThreadReply {
	try {
		return { rows: prepared(sql).all(...(parameters as readonly SQLInputValue[])) };
	} catch (fault) {
		return { fault, errcode: (fault as { readonly errcode?: unknown }).errcode };
	}
}

parentPort?.on('message', (request: ThreadRequest) => parentPort?.postMessage(answer(request)));
